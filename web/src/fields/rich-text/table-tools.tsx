import type { Command } from 'prosemirror-state';
import { TABLE_TOOLS } from './tables.ts';

/** The tools for the table that the cursor is in. @param run runs a command in the editor */
export function TableTools({ run }: { run: (command: Command) => void }) {
  return (
    <div className="tools table-tools" role="group" aria-label="Herramientas de la tabla">
      {TABLE_TOOLS.map(([words, command]) => (
        // The editor keeps the focus, and a selection of several cells.
        <button key={words} type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => run(command)}>
          {words}
        </button>
      ))}
    </div>
  );
}
