import type { Site } from './documents.ts';

/**
 * The emergency numbers are stored only in the document `site`. The directory of useful data shows them from there and
 * has no copies, which could become different.
 */
export interface EmergencyLine {
  id: 'fire' | 'police' | 'medical' | 'gender';
  name: string;
  phone: string;
  /** Other names that people search for. */
  otherNames: string;
}

/** Returns the lines in the order in which they are shown; the line for gender violence comes last. */
export function emergencyLines({
  emergencies: { fire, police, medical },
  genderViolencePhone,
}: Pick<Site, 'emergencies' | 'genderViolencePhone'>): EmergencyLine[] {
  return [
    { id: 'fire', name: 'Bomberos', phone: fire, otherNames: 'emergencias incendio fuego' },
    { id: 'police', name: 'Policía', phone: police, otherNames: 'emergencias comisaría denuncia robo' },
    {
      id: 'medical',
      name: 'Emergencias médicas',
      phone: medical,
      otherNames: 'ambulancias hospital urgencias médico accidente',
    },
    {
      id: 'gender',
      name: 'Violencia de género',
      phone: genderViolencePhone,
      otherNames: 'emergencias línea mujeres familiar denuncia',
    },
  ];
}
