import { useMemo, useState } from 'react';
import type { RecordEntity } from '#contract/record-types';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import type { UnsignedOperation } from '../workspace/new-operations.ts';
import { heldOf } from '../workspace/overlay.ts';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Whether a record is edited without publishing, and what waits to be published. */
export interface Holding {
  isOn: boolean;
  held: readonly Operation[];
  /** The workspace for the record's fields, in which what is saved of it is held. */
  workspace: Workspace;
  begin(): void;
  end(): void;
  /** Publishes what waits, and ends. @throws NotKept */
  release(): Promise<void>;
}

/**
 * Follows 'Editar sin publicar' of a record. It lasts as long as something waits to be published; before the first
 * change, as long as the tab.
 */
export function useHolding(entity: RecordEntity, id: string): Holding {
  const workspace = useWorkspace();
  const { waiting, session } = useWorkspaceState();
  const place = `sin-publicar ${session.user.id} ${entity} ${id}`;
  const [isWanted, setWanted] = useState(() => remembered(place));
  const held = useMemo(() => heldOf(waiting, entity, id), [waiting, entity, id]);
  const isOn = isWanted || held.length > 0;
  const holding = useMemo(() => (isOn ? withHeld(workspace, entity, id) : workspace), [workspace, entity, id, isOn]);
  function want(wanted: boolean): void {
    setWanted(wanted);
    remember(place, wanted);
  }
  return {
    isOn,
    held,
    workspace: holding,
    begin: () => want(true),
    end: () => want(false),
    async release() {
      await workspace.outbox.release(entity, id);
      want(false);
    },
  };
}

function withHeld(workspace: Workspace, entity: RecordEntity, id: string): Workspace {
  const hold = (operation: UnsignedOperation): UnsignedOperation =>
    operation.entity === entity && operation.recordId === id ? { ...operation, isHeld: true } : operation;
  return {
    ...workspace,
    save: (operation, ...more) => workspace.save(hold(operation), ...more),
    saveAll: (operations) => workspace.saveAll(operations.map(hold)),
  };
}

function remembered(place: string): boolean {
  try {
    return sessionStorage.getItem(place) !== null;
  } catch {
    return false;
  }
}

/** Where the browser stores nothing, it lasts as long as the screen. */
function remember(place: string, isWanted: boolean): void {
  try {
    if (isWanted) sessionStorage.setItem(place, '1');
    else sessionStorage.removeItem(place);
  } catch {
    // As said.
  }
}
