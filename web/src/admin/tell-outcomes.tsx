import { useEffect } from 'react';
import { admin } from '#contract/paths';
import { useDesk, useDeskState } from './desk.ts';
import { useNotices } from './notices.tsx';
import { editScreen } from './pending-groups.ts';

/** Says what became of the changes, wherever the person is by then: 'Guardado' (spec section 4), or what needs them. */
export function TellOutcomes() {
  const desk = useDesk();
  const tell = useNotices();
  const { trouble } = useDeskState();
  useEffect(() => desk.onTold((told) => {
    if (told.is === 'done') tell({ tone: 'good', text: 'Guardado' });
    if (told.is !== 'conflict' && told.is !== 'rejected') return;
    const { entity, recordId, lastError } = told.operation;
    const isHere = [editScreen(entity, recordId), admin.pending()].includes(location.pathname);
    const what = told.is === 'conflict' ? 'Otra persona cambió lo mismo que vos.' : 'El servidor no aceptó un cambio.';
    if (isHere) return tell({ tone: 'bad', isBrief: true, text: `${what} Está marcado en esta pantalla.` });
    const next = told.is === 'conflict' ? 'Elegí con qué versión seguir en «Cambios pendientes».' : `${lastError?.message ?? ''} Está en «Cambios pendientes».`;
    tell({ tone: 'bad', text: `${what} ${next}` });
  }), [desk, tell]);
  useEffect(() => {
    if (trouble) tell({ tone: 'bad', text: trouble });
  }, [trouble, tell]);
  return null;
}
