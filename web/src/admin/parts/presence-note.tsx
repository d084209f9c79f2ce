import { useEffect, useState } from 'react';
import { calls } from '#contract/addresses/calls';
import { entities, isEntity } from '#contract/forms-and-lists';
import { PRESENCE } from '#contract/limits';
import type { RecordType } from '#contract/record-types';
import { groupName } from './words/operation-words.ts';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';

/** Says who else is editing a record or document, as far as the server knows; nothing waits for it. */
export function PresenceNote({ type, id }: { type: RecordType; id: string }) {
  const names = useOthers(type, id);
  return (
    <p className={names.length > 0 ? 'aside' : 'hidden-text'} role="status">
      {presenceWords(names, type)}
    </p>
  );
}

/** Returns the names of the others who are editing a record; none while the page is hidden or without a network. */
function useOthers(type: RecordType, id: string): readonly string[] {
  const { callApi } = useWorkspace();
  const { isOnline } = useWorkspaceState();
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!isOnline) return;
    let [isCurrent, isAsking] = [true, false];
    const show = (next: readonly string[]) => {
      isAsking = false;
      if (isCurrent) setNames(next);
    };
    function ask(): void {
      // What the last answer said is too old where the next one does not come.
      if (isAsking || document.visibilityState !== 'visible') return setNames([]);
      isAsking = true;
      callApi(calls.presence(type, id)).then(
        ({ status, body }) => show(status === 200 ? (body as string[]) : []),
        () => show([]),
      );
    }
    ask();
    const timer = setInterval(ask, PRESENCE.every * 1000);
    document.addEventListener('visibilitychange', ask);
    return () => {
      isCurrent = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
      setNames([]);
    };
  }, [callApi, isOnline, type, id]);
  return names;
}

const FEMININE: ReadonlySet<RecordType> = new Set<RecordType>(['story', 'alert', 'page']);

/** Returns the sentence: `Ana y Edu están editando esta noticia.`; nothing where there is nobody. */
export function presenceWords(names: readonly string[], type: RecordType): string {
  if (names.length === 0) return '';
  const what = isEntity(type)
    ? `${FEMININE.has(type) ? 'esta' : 'este'} ${entities[type].singular}`
    : groupName(type, null);
  const who = new Intl.ListFormat('es', { type: 'conjunction' }).format(names);
  return `${who} ${names.length === 1 ? 'está' : 'están'} editando ${what}.`;
}
