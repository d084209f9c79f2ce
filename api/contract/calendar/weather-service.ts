import type { FieldValues } from '../record-types.ts';

/** The weather service, as residents read it. */
export const WEATHER_SERVICE = 'Servicio Meteorológico Nacional';
/** The author of its alerts in the history. No user can have this id: those have letters and figures only. */
export const WEATHER_AUTHOR = 'smn-servicio';

type AlertField = keyof FieldValues<'alert'>;
/** What staff say of an alert of the service; everything else of it is what the service says. */
const TOWN_FIELDS: readonly string[] = ['status', 'note', 'hiddenFor'] satisfies AlertField[];
/** What only alerts of the service have. */
export const SERVICE_FIELDS: readonly string[] = ['source', 'note', 'hiddenFor'] satisfies AlertField[];

/** Whether staff may change a field of an alert. @param source of the alert; '' for those of the town */
export const isTownField = (source: string | undefined, field: string) =>
  source ? TOWN_FIELDS.includes(field) : !SERVICE_FIELDS.includes(field);
