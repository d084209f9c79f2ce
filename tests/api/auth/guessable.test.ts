import { describe, expect, test } from 'vitest';
import { reasonGuessable } from '../../../api/auth/guessable.ts';
import { reasonAgainst } from '../../../api/auth/guessing.ts';

/**
 * Passwords that people choose: all over the world, in Spanish, in Argentina and in a town hall; from the keyboard, the
 * calendar and sayings.
 */
const WELL_KNOWN = String.raw`
  password 12345678 123456789 1234567890 0123456789 987654321 9876543210 11111111 00000000 88888888 12121212
  11223344 123123123 112233445566 12344321 123454321 147258369 789456123 159753159 qwerty123 qwertyuiop qwerty12
  asdfghjkl asdfasdf zxcvbnm1 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx q1w2e3r4 qazwsxedc 1qazxsw2 asdf1234
  qweasdzxc poiuytrewq abcd1234 abc12345 a1b2c3d4 aa123456 abcdefgh abcdefghi 1234abcd 1234qwer qwer1234
  password1 password123 Password1 Password123! P@ssw0rd p4ssw0rd Passw0rd! pa$$word passw0rd1 letmein1 welcome1
  Welcome123 iloveyou iloveyou1 princess sunshine football baseball superman batman123 starwars trustno1
  whatever computer internet michael1 jennifer charlie1 dragon123 monkey123 master123 shadow123 jordan23
  hunter2hunter2 liverpool chelsea1 arsenal1 barcelona realmadrid changeme changeme123 default1 admin123
  admin1234 Admin123! administrator administrador root1234 toor1234 test1234 testtest guest123 user1234 usuario1
  usuario123 demo1234 temporal temporal1 secret123 contraseña contrasena contraseña1 Contraseña123
  contrasena1234 micontraseña clave123 clave1234 miclave1 claveclave secreto1 acceso123 ingreso1 bienvenido
  Bienvenido1 bienvenidos hola1234 holahola holamundo Hola123! hola12345 quetalhola chau1234 teamo123 tequiero
  tequieromucho teamomucho miamor123 amorcito mivida123 corazon1 corazoncito princesa princesa1 hermosa1
  preciosa bonita123 mariposa estrella estrellita alejandro alejandra fernando fernanda sebastian valentina
  francisco guadalupe cristian nicolas1 santiago1 martina123 agustina camila123 gonzalo1 jonathan estefania
  mariajose juanpablo josemaria gabriela rodriguez gonzalez martinez fernandez maradona maradona10 diego1010
  diegomaradona messi1010 messi1987 lionelmessi leomessi10 bocajuniors boca1905 bocaboca riverplate river1901
  riverriver racing123 racingclub independiente sanlorenzo huracan1 estudiantes velezsarsfield rosariocentral
  newells1 gimnasia talleres1 belgrano1 argentina argentina1 argentina123 argentina10 Argentina2022
  vamosargentina campeondelmundo seleccion scaloneta patagonia patagonia1 buenosaires mendoza1 cordoba1 rosario1
  tucuman123 santacruz riogallegos calafate1 malvinas malvinas1982 islasmalvinas chubut123 neuquen1 ushuaia1
  bariloche enero2025 febrero2025 marzo2026 abril2026 mayo2026! junio2026 julio2024 agosto2026 septiembre
  setiembre26 octubre2025 Noviembre2026 diciembre25 verano2026 Invierno2025 otoño2026 primavera primavera21
  lunes123 viernes13 domingo1 navidad2025 feliznavidad 25deMayo 25demayo1810 9dejulio 20262026 20252025 19781986
  01011990 10101980 31121999 25061985 15/03/1985 15-03-1985 28456123 28.456.123 02966421234 municipalidad
  municipio Municipio2026 municipalidad1 intendente intendente1 intendencia secretaria secretaria1 tesoreria
  gobierno gobierno2026 concejo1 turismo2026 prensa2026 cultura123 deportes1 hospital1 bomberos100 policia101
  escuela123 comisaria biblioteca samsung1 motorola iphone123 facebook google123 youtube1 instagram whatsapp
  netflix1 playstation minecraft fortnite pokemon1 naruto123 dragonball goku1234 spiderman superman1 batman12
  metallica nirvana1 losredondos sodastereo charlygarcia cumbia123 fernet123 asado2026 mate1234 dulcedeleche
  milanesa empanada choripan jesusteama cristovive diosesamor diosteama jesucristo angelito angeles1 familia1
  mifamilia chocolate caramelo gatito123 perrito1 pelusa123 firulais manchita ronaldo7 cristiano7 neymar10
  beckham7 formula1 ferrari1 mercedes mustang1 harley12 yamaha123 honda123 abcabcabc xyzxyzxyz aaaa1111 1111aaaa
  aaaabbbb qqqqwwww 13131313 77777777 99999999 55555555 69696969 123qweasd 123321123 321321321 456456456
  789789789 741852963 963852741 852456852 1029384756 5432167890 lkjhgfdsa mnbvcxz1 ñlkjhgfd qwertyqwerty
  asdfqwer zxcvasdf 1a2b3c4d 1z2x3c4v q2w3e4r5 zxcvbnm, qwerty!@# !@#$%^&* 1234567! 12345678. abc123456
  abc123abc 123abc123
`
  .trim()
  .split(/\s+/);

describe('a password that people choose', () => {
  test('is never accepted: not one of hundreds of well-known passwords passes', () => {
    expect(WELL_KNOWN.length).toBeGreaterThan(300);
    expect(WELL_KNOWN.filter((password) => password.length < 8)).toEqual([]);
    expect(WELL_KNOWN.filter((password) => reasonAgainst(password, []) === null)).toEqual([]);
  });

  test.for([
    ['Ana12345', 'nombre'],
    ['ana.ana.2026', 'repite'],
    ['Cañadón Huemul', 'localidad'],
    ['canadonhuemul9407', 'localidad'],
    ['huemul_2026', 'localidad'],
    ['admin-huemul', 'localidad'],
    ['anagarcia26', 'nombre'],
  ] as const)('is refused when it is made from the name of its user or of the town, like %s', ([password, word]) => {
    expect(reasonAgainst(password, ['ana', 'Ana García', 'ana@huemul.example', 'Cañadón Huemul', '9407'])).toContain(
      word,
    );
  });

  test.for([
    ['12345678', 'solo números'],
    ['28.456.123', 'solo números'],
    ['qwertyuiop', 'más usadas'],
    ['ñlkjhgfd', 'teclas'],
    ['mnbvcxzasd', 'se parece'],
    ['zzzzzzzzzzzz', 'repite'],
    ['fedcba98', 'serie'],
    ['febrero2026', 'palabras y números'],
  ] as const)('like %s is refused with the reason', ([password, words]) => {
    expect(reasonAgainst(password, [])).toContain(words);
  });

  test('is refused with complete sentences that say what to do', async () => {
    expect(await reasonGuessable('contraseña1')).toMatch(
      /^Esa contraseña se adivina: [^.]+\. Elegí otra; cuatro palabras sueltas[^.]+\.$/,
    );
  });
});

describe('a password that is hard to guess', () => {
  test.for([
    'una clave larga',
    'caballo correcto batería grapa',
    'xk7-9a!bd',
    'la boca del lago',
    'Ana y 4 gatos',
    'mnbv-9284-tqpz',
    '9$8!7_a%3&b',
    '🦌🏔🌬❄🦌🌊🌵🐧',
    'kX9!tq2Z',
    'cuatro palabras sueltas',
    'veintiocho mesas azules',
    'x'.repeat(3) + 'Q7#mLp2vT9',
    '840261957305',
    'tero lenga mate viento',
  ])('is accepted, like %s', (password) => {
    expect(reasonAgainst(password, ['ana', 'Cañadón Huemul'])).toBeNull();
  });

  test('is accepted even when many are checked at once, and a long one is checked quickly', async () => {
    const asked = ['una clave larga', 'caballo correcto batería grapa', 'p4$$w0rd'.repeat(25)].map((password) =>
      reasonGuessable(password),
    );
    expect((await Promise.all(asked)).map((reason) => reason === null)).toEqual([true, true, false]);
  });
});
