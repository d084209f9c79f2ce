import { useEffect } from 'react';
import { useDesk, useDeskState } from './desk.ts';
import { useNotices } from './notices.tsx';

/** Says what became of the changes, wherever the person is by then: 'Guardado' (spec section 4), or what needs them. */
export function TellOutcomes() {
  const desk = useDesk();
  const tell = useNotices();
  const { trouble } = useDeskState();
  useEffect(() => desk.onTold((told) => {
    if (told.is === 'done') tell({ tone: 'good', text: 'Guardado' });
    if (told.is === 'conflict') tell({ tone: 'bad', text: 'Otra persona cambió lo mismo que vos. Elegí con qué versión seguir en «Cambios pendientes».' });
    if (told.is === 'rejected') tell({ tone: 'bad', text: `El servidor no aceptó un cambio: ${told.operation.lastError?.message ?? ''} Está en «Cambios pendientes».` });
  }), [desk, tell]);
  useEffect(() => {
    if (trouble) tell({ tone: 'bad', text: trouble });
  }, [trouble, tell]);
  return null;
}
