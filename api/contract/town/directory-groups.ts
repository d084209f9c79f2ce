/** The groups of the directory of useful data, in the order in which pages show them: what is urgent comes first. */
export const DIRECTORY_GROUPS = [
  'Emergencias',
  'Salud',
  'Seguridad',
  'Servicios',
  'Municipio',
  'Educación',
  'Cultura y deporte',
  'Transporte y turismo',
  'Otros',
] as const;
export type DirectoryGroup = (typeof DIRECTORY_GROUPS)[number];

export const isDirectoryGroup = (given: unknown): given is DirectoryGroup =>
  DIRECTORY_GROUPS.includes(given as DirectoryGroup);
