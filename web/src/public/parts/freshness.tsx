import { useEffect, useState } from 'react';
import { longMoment } from '#contract/values/dates';
import { whenIdle } from '../../browser/when-idle.ts';
import { useOffline } from '../../components/use-offline.ts';

interface Age {
  at: number | null;
  online: boolean;
}

/** Shows the age of the data on screen while the network or the server does not respond. */
export function Freshness({ partial }: { partial: boolean }) {
  const age = useAge();
  // A device with a network only knows that the server does not respond.
  const away = useOffline() ? 'Sin conexión.' : 'Sin conexión con el servidor.';
  const parts = [
    partial && 'Solo lo guardado en este dispositivo.',
    !age.online && away,
    age.at !== null && `Datos del ${longMoment(age.at)}.`,
  ];
  return (
    <p className="freshness" role="status">
      {age.online && !partial ? '' : parts.filter(Boolean).join(' ')}
    </p>
  );
}

function useAge(): Age {
  const [age, setAge] = useState<Age>({ at: null, online: true });
  useEffect(() => {
    let isOver = false;
    let end: (() => void) | undefined;
    whenIdle(async () => {
      const { freshness, subscribeFreshness } = await import('../../offline/reading/reading.ts');
      if (isOver) return;
      setAge(freshness());
      end = subscribeFreshness(() => setAge(freshness()));
    });
    return () => {
      isOver = true;
      end?.();
    };
  }, []);
  return age;
}
