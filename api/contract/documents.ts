import { z } from 'zod';
import { html, web } from './fields.ts';

/**
 * The documents that staff edit whole: the town's identity, the useful-data directory and the green-point page's text.
 * One schema each, for the form, the JSON view and the server.
 */
const text = (label: string) => z.string({ error: `${label}: tiene que ser un texto.` }).trim().max(300, `${label}: hasta 300 caracteres.`);
const phone = text('Teléfono').regex(/^[\d\s()+./-]{2,30}$/, 'Teléfono: solo números, espacios y los signos + - ( ).');
const mail = text('Correo').regex(/^$|^[^\s@]+@[^\s@]+$/, 'Correo: escribilo completo, como nombre@ejemplo.com.');
const address = web('Dirección web').parse;

export const siteSchema = z.strictObject({
  town: text('Nombre de la localidad').min(1, 'Falta el nombre de la localidad.'),
  province: text('Provincia'),
  name: text('Nombre de la municipalidad').min(1, 'Falta el nombre de la municipalidad.'),
  motto: text('Lema'),
  address: text('Dirección'),
  postalCode: text('Código postal'),
  phone: phone.or(z.literal('')),
  email: mail,
  genderViolencePhone: phone,
  emergencies: z.strictObject({ fire: phone, police: phone, medical: phone }),
  taxUrl: address,
  consultationUrl: address,
  social: z.strictObject({ facebook: address, instagram: address, x: address, youtube: address }),
  accent: z.string().regex(/^#[0-9a-f]{6}$/i, 'Color: seis cifras hexadecimales después de #, como #0b6e5f.'),
  map: z.strictObject({ embedUrl: address, title: text('Título del mapa') }),
  tourism: z.strictObject({ address: text('Dirección'), phone: phone.or(z.literal('')), email: mail }),
});
export type Site = z.output<typeof siteSchema>;

export const usefulDataSchema = z.strictObject({
  rows: z.array(z.strictObject({
    area: text('Área').min(1, 'Cada fila necesita el nombre del área.'),
    phones: z.array(phone).max(10, 'Hasta 10 teléfonos por fila.'),
    extension: text('Interno'),
    hours: text('Horario'),
    always: z.boolean({ error: '24 horas: sí o no.' }),
    address: text('Dirección'),
    email: mail,
  })).max(200, 'Hasta 200 filas.'),
});
export type UsefulData = z.output<typeof usefulDataSchema>;

export const greenPointTextSchema = z.strictObject({ txt: html('Texto', 4000).parse });
export type GreenPointText = z.output<typeof greenPointTextSchema>;

export const documentSchemas = { site: siteSchema, usefuldata: usefulDataSchema, greenpointpage: greenPointTextSchema };
export type DocumentName = keyof typeof documentSchemas;

/** What an empty portal starts with: nothing that belongs to any town but the three national emergency numbers. */
export const blankDocuments: { site: Site; usefuldata: UsefulData; greenpointpage: GreenPointText } = {
  site: {
    town: 'Mi localidad', province: '', name: 'Municipalidad', motto: '', address: '', postalCode: '9407', phone: '', email: '',
    genderViolencePhone: '144', emergencies: { fire: '100', police: '101', medical: '107' },
    taxUrl: '', consultationUrl: '', social: { facebook: '', instagram: '', x: '', youtube: '' },
    accent: '#0b6e5f', map: { embedUrl: '', title: '' }, tourism: { address: '', phone: '', email: '' },
  },
  usefuldata: { rows: [] },
  greenpointpage: { txt: '' },
};
