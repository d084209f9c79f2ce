import { longMoment } from '#contract/values/dates';
import type { DeviceState, PortalState } from '#contract/messages/portal-state';
import { useTitle } from '../parts/use-title.ts';
import { useWorkspaceState } from '../workspace/workspace.ts';
import { checkedWords, seenWords, stateLines, waitingWords } from './state-words.ts';
import { usePortalState } from './use-portal-state.ts';

/** 'Estado del portal', for Admins. Without a network it shows what was last known. */
export function PortalStateScreen() {
  const state = usePortalState();
  const { isOnline } = useWorkspaceState();
  useTitle('Estado del portal');
  return (
    <>
      <div className="screen-head">
        <h1 tabIndex={-1}>Estado del portal</h1>
      </div>
      {state ? (
        <State state={state} isOnline={isOnline} />
      ) : (
        <p className="loading" role="status">
          {isOnline ? 'Cargando…' : 'El estado del portal se ve con conexión. Cuando vuelva la señal, aparece acá.'}
        </p>
      )}
    </>
  );
}

function State({ state, isOnline }: { state: PortalState; isOnline: boolean }) {
  return (
    <>
      <p className="aside" role="status">
        {isOnline ? 'Así estaba' : 'Sin conexión: esto es lo último que se supo. Así estaba'} el{' '}
        {longMoment(Date.parse(state.at))}.
      </p>
      <h2>Avisos</h2>
      <p className="aside">{checkedWords(state)}</p>
      <Problems problems={state.problems} />
      <h2>El servidor</h2>
      <dl className="account">
        {stateLines(state).map(({ name, value, warning }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {warning !== undefined && <span className="state-warning">{warning}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <h2>Dispositivos del personal</h2>
      <p className="aside">
        Cada dispositivo cuenta al conectarse cuántos cambios le faltan enviar. De lo que se guarda sin conexión se sabe
        cuando vuelve a conectarse.
      </p>
      <Devices devices={state.devices} at={state.at} />
    </>
  );
}

function Problems({ problems }: Pick<PortalState, 'problems'>) {
  return problems.map(({ what, todo, since }) => (
    <div key={what} className="refused">
      <p>{what}</p>
      <p className="state-todo">
        Desde el {longMoment(Date.parse(since))}. Para quien cuida el servidor: {todo}
      </p>
    </div>
  ));
}

function Devices({ devices, at }: { devices: DeviceState[]; at: string }) {
  if (devices.length === 0) return <p className="aside">Todavía no se conectó ninguno.</p>;
  return (
    <div className="table-box" role="region" aria-label="Dispositivos del personal" tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            {['Persona', 'Dispositivo', 'Cambios', 'Conexión'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {devices.map((device, row) => (
            // Two devices of a person may have the same name.
            // eslint-disable-next-line react/no-array-index-key
            <tr key={row}>
              <th scope="row">{device.person}</th>
              <td data-label="Dispositivo">{device.device}</td>
              <td data-label="Cambios">
                {device.waiting > 0 ? <strong>{waitingWords(device)}</strong> : waitingWords(device)}
              </td>
              <td data-label="Conexión">{seenWords(device, at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
