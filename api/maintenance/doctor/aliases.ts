import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { get as getPlain } from '../../http/node-http.ts';
import { townOf } from '../../installation.ts';
import { warning, well } from './finding.ts';
import type { Examined, Finding } from './finding.ts';

/** Whether each other name of the portal leads to its address, with a certificate that is valid for it. */
export function aliases({ origin, originAliases = [], dbFile }: Examined, ca: string | undefined): Promise<Finding[]> {
  return Promise.all(originAliases.map((name) => aliasOf(name, { origin, ca, town: townOf(dbFile) ?? 'PUEBLO' })));
}

async function aliasOf(
  name: string,
  { origin, ca, town }: { origin: string; ca: string | undefined; town: string },
): Promise<Finding> {
  const address = new URL(origin);
  address.hostname = name;
  const again = `Ejecutá «portal new ${town}»`;
  try {
    const to = await redirectOf(address, ca);
    if (to === `${origin}/`) return well(`${address.origin} lleva a ${origin}.`);
    return warning(`${address.origin} no lleva a ${origin}, sino a ${to ?? 'otra página'}.`, `${again}.`);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    return warning(
      `No se puede entrar por ${address.origin} (${code || message}).`,
      `Revisá que ese nombre apunte a esta máquina. ${again}, que dice cómo pedir un certificado con todos los ` +
        'nombres.',
    );
  }
}

/**
 * Returns where a page leads; null if nowhere.
 * @throws Error when there is no answer or its certificate is not valid
 */
async function redirectOf(address: URL, ca: string | undefined): Promise<string | null> {
  const signal = AbortSignal.timeout(5000);
  const request =
    address.protocol === 'https:'
      ? getSecure(address, { signal, ...(ca === undefined ? {} : { ca }) })
      : getPlain(address, { signal });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  request.destroy();
  const { location } = answer.headers;
  return location === undefined || !URL.canParse(location, address.href) ? null : new URL(location, address).href;
}
