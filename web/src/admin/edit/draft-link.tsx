import { useEffect, useState } from 'react';
import { calls } from '#contract/addresses/calls';
import { draftPage } from '#contract/addresses/drafts';
import { draftLinkSchema } from '#contract/messages/draft-link';
import type { DraftLink } from '#contract/messages/draft-link';
import { DRAFT_LINK_DAYS } from '#contract/limits';
import type { RecordEntity } from '#contract/record-types';
import { longMoment } from '#contract/values/dates';
import { Dialog } from '../parts/confirm.tsx';
import { useBusy } from '../parts/use-busy.ts';
import { useCopy } from '../parts/use-copy.ts';
import type { ApiCall } from '../../offline/pull/api-call.ts';
import { useWorkspace } from '../workspace/workspace.ts';

/** Opens the dialog with the link that shows a draft to people without an account. */
export function DraftLinkButton({ type, id }: { type: RecordEntity; id: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button className="button quiet" type="button" onClick={() => setOpen(true)}>
        Compartir el borrador
      </button>
      {isOpen && <DraftLinkDialog type={type} id={id} close={() => setOpen(false)} />}
    </>
  );
}

/** What the server has said of the link; `failed` if it could not be asked or did not do it, with why. */
type Answered = { is: 'asking' } | { is: 'known'; link: DraftLink | null } | { is: 'failed'; why: string };

const UNREACHED = 'El enlace necesita conexión. Revisá la señal y probá otra vez.';
const NOT_THERE = 'El servidor todavía no tiene este borrador. Esperá a que se envíe y probá otra vez.';

/** Asks for the link, makes one or ends it. @returns the link as it is then */
async function ask(callApi: ApiCall, path: string, method: 'GET' | 'POST' | 'DELETE'): Promise<Answered> {
  const answer = await callApi(path, { method }).catch(() => null);
  if (answer?.status !== 200) {
    const { message } = (answer?.body ?? {}) as { message?: string };
    return { is: 'failed', why: answer?.status === 404 ? NOT_THERE : (message ?? UNREACHED) };
  }
  return { is: 'known', link: draftLinkSchema.safeParse(answer.body).data ?? null };
}

function DraftLinkDialog({ type, id, close }: { type: RecordEntity; id: string; close: () => void }) {
  const { callApi } = useWorkspace();
  const copy = useCopy();
  const [answered, setAnswered] = useState<Answered>({ is: 'asking' });
  const [isBusy, run] = useBusy();
  const path = calls.draftLink(type, id);

  const act = (method: 'POST' | 'DELETE') => void run(async () => setAnswered(await ask(callApi, path, method)));
  useEffect(() => {
    let isCurrent = true;
    void ask(callApi, path, 'GET').then((next) => {
      if (isCurrent) setAnswered(next);
    });
    return () => {
      isCurrent = false;
    };
  }, [callApi, path]);

  const link = answered.is === 'known' ? answered.link : null;
  const address = link && location.origin + draftPage(link.token);
  return (
    <Dialog title="Compartir el borrador" onClose={close}>
      <p>
        Con este enlace lo ve cualquiera que lo tenga, sin usuario, por {DRAFT_LINK_DAYS} días o hasta que lo anules. Se
        ve como está en el servidor; no aparece en el sitio ni en los buscadores.
      </p>
      {answered.is === 'asking' && (
        <p className="loading" role="status">
          Cargando…
        </p>
      )}
      {answered.is === 'failed' && (
        <p className="field-error" role="alert">
          {answered.why}
        </p>
      )}
      {link && address && (
        <div className="own-text">
          <p className="version-text">{address}</p>
          <p className="field-hint">
            Vence el {longMoment(link.expires)}.{link.by && ` Lo creó ${link.by}.`}
          </p>
          <p className="buttons">
            <button
              className="button"
              type="button"
              onClick={({ currentTarget }) =>
                void copy(address, currentTarget.closest('.own-text')?.querySelector('.version-text'))
              }
            >
              Copiar el enlace
            </button>
            <button className="button quiet danger" type="button" disabled={isBusy} onClick={() => act('DELETE')}>
              Anular el enlace
            </button>
          </p>
        </div>
      )}
      <p className="buttons">
        {answered.is === 'known' && !link && (
          <button className="button" type="button" disabled={isBusy} onClick={() => act('POST')}>
            Crear el enlace
          </button>
        )}
        <button className="button quiet" type="button" onClick={close}>
          Cerrar
        </button>
      </p>
    </Dialog>
  );
}
