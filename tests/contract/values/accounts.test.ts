import { expect, test } from 'vitest';
import { entities } from '#contract/forms-and-lists';
import { PASSWORD_BYTES, passwordOf, proposedUsername } from '#contract/values/accounts';

const { username, email, password } = entities.user.fields;

test.for([
  ['Rocío Antilef', 'rocio.antilef'],
  ['  María José  Nuñez ', 'maria.nunez'],
  ["Ana D'Angelo", 'ana.angelo'],
  ['Ana', 'ana'],
  ['', ''],
])('for %j the user name %j is proposed, which can be one', ([name = '', proposed]) => {
  expect(proposedUsername(name)).toBe(proposed);
  expect(username.parse.parse(proposed)).toBe(proposed);
});

test('a user name has no spaces and is no address; one with an accent can be one', () => {
  for (const name of ['editora@x', 'rocio antilef', 'a/b', 'ana,edu'])
    expect(username.parse.safeParse(name).error?.issues[0]?.message).toMatch(/^El usuario lleva letras.*sin espacios/);
  for (const name of ['ana', 'josé', 'ana_2', '0g19oebjnwan']) expect(username.parse.parse(name)).toBe(name);
});

test('an e-mail address names a host with a dot', () => {
  for (const text of ['editora@x', 'editora@x.', '@x.ar', 'a b@x.ar'])
    expect(email.parse.safeParse(text).success).toBe(false);
  expect(email.parse.parse('editora@municipio.gob.ar')).toBe('editora@municipio.gob.ar');
});

test('a made password can be read aloud, is accepted, and uses every byte', () => {
  const made = passwordOf(Uint8Array.from({ length: PASSWORD_BYTES }, (_, at) => at * 16 + at));
  expect(made).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  expect(made).not.toMatch(/[lo01]/);
  expect(password.parse.parse(made)).toBe(made);
  for (let at = 0; at < PASSWORD_BYTES; at += 1) {
    const bytes = new Uint8Array(PASSWORD_BYTES);
    bytes[at] = 1;
    expect(passwordOf(bytes)).not.toBe(passwordOf(new Uint8Array(PASSWORD_BYTES)));
  }
});
