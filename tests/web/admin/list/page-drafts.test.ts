import { describe, expect, test } from 'vitest';
import { fieldsOf } from '#contract/forms-and-lists';
import { plainText } from '#contract/values/text';
import { canonical } from '../../../../api/records/canonical.ts';
import { gapsIn } from '../../../../web/src/admin/parts/words/draft-placeholders.ts';
import { draftOf } from '../../../../web/src/admin/changes/restore.ts';
import { PAGE_DRAFTS, pageDraft } from '../../../../web/src/admin/list/page-drafts.ts';

const SITE = {
  name: 'Municipalidad de Los Ñires',
  address: 'Mitre 100',
  phone: '02657 42-1100',
  email: 'muni@x.example',
};

describe.for(PAGE_DRAFTS)('the draft %s', (name) => {
  test('is stored as it is, within the recommended lengths', () => {
    const draft = pageDraft(name, SITE);
    for (const [field, declared] of fieldsOf('page').filter(([one]) => one in draft)) {
      const value = draft[field as keyof typeof draft];
      expect(canonical(field, declared, value)).toBe(value);
      expect(plainText(value).length).toBeLessThanOrEqual(declared.recommendedLength ?? 0);
    }
  });

  test('has what is known of the town, and marks what is missing', () => {
    const [full, empty] = [pageDraft(name, SITE), pageDraft(name, undefined)];
    expect(full.text).toContain(SITE.email);
    expect(gapsIn(full)).toBeGreaterThan(0);
    expect(gapsIn(empty)).toBeGreaterThan(gapsIn(full));
    expect(empty.text).not.toMatch(/undefined|null/);
  });

  test('shows a name with markup as text', () => {
    const draft = pageDraft(name, { ...SITE, name: '<script>', address: '<b>', phone: '"1"', email: '&' });
    expect(draft.text).not.toMatch(/<script>|<b>/);
  });

  test('is created in draft: no operation sets its status', () => {
    const operations = draftOf('page', { id: 'a', ...pageDraft(name, SITE) }, 'a', 0);
    expect(operations.map(({ kind, field }) => field ?? kind)).toEqual(['create', 'title', 'description', 'text']);
  });
});

test('marks that are left are counted in all texts of a record', () => {
  expect(gapsIn({ title: '[Completar: nombre]', text: 'a [Completar: b] y [Completar: c]', date: 3 })).toBe(3);
  expect(gapsIn({ title: 'Completar un formulario', image: null })).toBe(0);
});
