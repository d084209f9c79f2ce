import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import { townOf } from '../../installation.ts';
import { advice, bad, DAY, warning, well } from './finding.ts';
import type { Examined, Finding } from './finding.ts';

export async function certificate(
  { origin, dbFile }: Examined,
  now: number,
  ca: string | undefined,
): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(origin);
  if (protocol !== 'https:') {
    return [
      advice(
        `La dirección pública es ${origin}, sin https.`,
        'Para publicarlo, poné nginx adelante con un certificado y la dirección https en ORIGIN.',
      ),
    ];
  }
  const host = hostname.replace(/^\[|\]$/g, '');
  const seen = await peerOf({
    host,
    port: Number(port || 443),
    rejectUnauthorized: false,
    ...(isIP(host) ? {} : { servername: host }),
    ...(ca === undefined ? {} : { ca }),
  });
  const town = townOf(dbFile);
  if (seen === NO_SUCH_NAME && town !== undefined) {
    return [
      bad(
        `nginx todavía no atiende ${origin}: falta su certificado, o su sitio no se completó.`,
        `Ejecutá «portal new ${town}», que dice cómo pedir el certificado y completa el sitio.`,
      ),
    ];
  }
  if (typeof seen === 'string') {
    return [
      bad(
        `No se puede llegar a ${origin} (${seen}).`,
        'Revisá que nginx esté en marcha, que el nombre apunte a esta máquina y que el puerto 443 esté abierto.' +
          (town === undefined ? '' : ` Si falta su sitio en nginx, «portal new ${town}» lo completa.`),
      ),
    ];
  }
  const { until, trouble } = seen;
  const days = Math.floor((until - now) / DAY);
  const renew = 'Renovalo: «certbot renew», y mirá «systemctl status certbot.timer».';
  if (days < 0) return [bad(`El certificado de ${origin} venció hace ${-days} días.`, renew)];
  if (trouble) {
    return [
      bad(
        `Los navegadores no aceptan el certificado de ${origin} (${trouble}).`,
        'Pedí uno para ese nombre, y poné en nginx la cadena completa (fullchain.pem).',
      ),
    ];
  }
  return [
    days < 21
      ? warning(`El certificado de ${origin} vence en ${days} días.`, renew)
      : well(`El certificado de ${origin} vale ${days} días más.`),
  ];
}

/** What nginx answers, by the package's own files, to whom asks for a name that no site has. */
const NO_SUCH_NAME = 'ERR_SSL_TLSV1_UNRECOGNIZED_NAME';

/** Returns when the certificate ends (ms since the epoch) and what is wrong with it, or why there is none. */
function peerOf(options: ConnectionOptions): Promise<{ until: number; trouble: string | null } | string> {
  return new Promise((resolve) => {
    const socket: TLSSocket = connect(options, () => {
      const { valid_to: until } = socket.getPeerCertificate();
      const error = socket.authorizationError as Error | string | null | undefined;
      resolve({
        until: Date.parse(until),
        trouble: socket.authorized ? null : String((error as NodeJS.ErrnoException | undefined)?.code ?? error),
      });
      socket.destroy();
    });
    socket.setTimeout(5000, () => socket.destroy(new Error('no responde')));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}
