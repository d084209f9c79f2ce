/** Addresses of Open311 GeoReport v2, by which other programs read what everybody may see of tickets. */
const OPEN311 = '/open311';
export const GEOREPORT = `${OPEN311}/v2`;

/** The formats that the specification asks for. */
export const OPEN311_FORMATS = ['json', 'xml'] as const;
export type Open311Format = (typeof OPEN311_FORMATS)[number];

export const open311 = {
  discovery: (format: Open311Format) => `${OPEN311}/discovery.${format}`,
  services: (format: Open311Format) => `${GEOREPORT}/services.${format}`,
  requests: (format: Open311Format) => `${GEOREPORT}/requests.${format}`,
  request: (id: string, format: Open311Format) => `${GEOREPORT}/requests/${id}.${format}`,
} as const;
