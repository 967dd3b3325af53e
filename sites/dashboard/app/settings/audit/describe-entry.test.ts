import { expect, test } from 'vitest'
import { actionText, type AuditWords, changedFields } from './describe-entry.ts'

const words: AuditWords = {
  actions: { member: { 'role-changed': 'changed a role' } },
  other: 'changed something',
  fields: {
    role: 'Role',
    endsAt: 'Ends',
    notificationEmails: 'Addresses',
    label: 'Label',
    effect: 'Effect',
    exportRequested: 'Export',
  },
  values: { ADMIN: 'Admin', VIEWER: 'Viewer', true: 'yes' },
  nothing: 'nothing',
  moment: (at) => `the ${at.slice(0, 10)}`,
  whole: String,
}

test('an action reads as its words, and one that nobody knows as some other change', () => {
  expect(actionText('member.role-changed', words)).toBe('changed a role')
  expect(actionText('member.teleported', words)).toBe('changed something')
  expect(actionText('constructor.name', words)).toBe('changed something')
  expect(actionText('', words)).toBe('changed something')
})

test('fields show what they were and are, in words', () => {
  expect(changedFields({ before: { role: 'VIEWER' }, after: { role: 'ADMIN' } }, words)).toEqual([
    { name: 'Role', before: 'Viewer', after: 'Admin' },
  ])
  const after = {
    endsAt: '2026-12-01T00:00:00.000Z',
    notificationEmails: ['o••@example.org'],
    label: '',
    exportRequested: true,
  }
  expect(changedFields({ before: null, after }, words).map((field) => field.after)).toEqual([
    'the 2026-12-01',
    'o••@example.org',
    'nothing',
    'yes',
  ])
})

test('no code, no id and no field without a name gets onto the page', () => {
  const after = {
    effect: 'WORK_ONLY',
    label: '0199b2c1-7a3e-7cc0-8a1b-2f6d1c0e9a77',
    secretHash: 'x',
    role: { nested: true },
  }
  expect(changedFields({ before: null, after }, words)).toEqual([])
})
