import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { definePage } from '../public-page.ts';
import { PageHead } from '../parts/page-head.tsx';

/** What the portal keeps on the person's device, how much, and how to keep more or remove it. */
export const page = definePage<object>({
  style: 'rows',
  startsAtOnce: true,
  load: async () => ({}),
  head: () => ({
    title: 'En este dispositivo',
    description: 'Qué guarda el portal para leer sin conexión, cuánto ocupa y cómo borrarlo.',
    noIndex: true,
  }),
  Page: () => (
    <>
      <PageHead
        title="En este dispositivo"
        lead="El portal guarda acá lo más nuevo, para que lo leas también sin conexión."
        plane="second"
      />
      <div className="section panel">
        <Contents />
      </div>
    </>
  ),
});

/** Only this page needs the code of the panel. */
function Contents() {
  const [{ Panel, isMissing }, set] = useState<{ Panel: ComponentType | null; isMissing?: true }>({ Panel: null });
  useEffect(() => {
    import('../device/panel.tsx').then(
      ({ Panel: loaded }) => set({ Panel: loaded }),
      () => set({ Panel: null, isMissing: true }),
    );
  }, []);
  if (Panel) return <Panel />;
  return (
    <>
      <noscript>
        <p>Para guardar algo acá hace falta JavaScript.</p>
      </noscript>
      <p className="scripted" role="status">
        {isMissing ? 'No pudimos abrir esta página.' : 'Mirando qué hay guardado…'}
      </p>
    </>
  );
}
