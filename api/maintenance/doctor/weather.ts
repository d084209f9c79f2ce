import Database from 'better-sqlite3';
import { longMoment } from '../../contract/values/dates.ts';
import { clocksDiffer, isSilent, readWeatherState } from '../../weather/state.ts';
import type { WeatherState } from '../../weather/state.ts';
import { warning, well } from './finding.ts';
import type { Examined, Finding } from './finding.ts';

/** Examines whether the weather service, where it is asked, answers and has the same time. */
export function weatherService({ dbFile }: Pick<Examined, 'dbFile'>, now: number): Finding[] {
  const state = stateIn(dbFile);
  if (state === null) return [];
  const { heard, problem } = state;
  const last = heard === null ? 'nunca respondió' : `respondió por última vez el ${longMoment(heard)}`;
  if (isSilent(state, now)) {
    return [
      warning(
        `El Servicio Meteorológico ${last}${problem === null ? '' : ` (${problem})`}: sus alertas ya no se muestran.`,
        'Revisá si el servidor sale a internet y si la dirección que está en Sitio se abre en un navegador.',
      ),
    ];
  }
  if (clocksDiffer(state)) {
    return [
      warning(
        'El reloj del Servicio Meteorológico y el de este servidor no coinciden.',
        'Revisá la hora del servidor con «timedatectl». Si está bien, avisale al Servicio Meteorológico.',
      ),
    ];
  }
  return [well(`El Servicio Meteorológico ${last}.`)];
}

/** A database that cannot be read is a finding of its own. */
function stateIn(dbFile: string): WeatherState | null {
  let db: Database.Database | undefined;
  try {
    db = new Database(dbFile, { readonly: true, fileMustExist: true });
    return readWeatherState(db);
  } catch {
    return null;
  } finally {
    db?.close();
  }
}
