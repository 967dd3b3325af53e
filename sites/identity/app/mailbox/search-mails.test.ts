import { expect, test } from 'vitest'
import { mailSearch, searchMails } from './search-mails.ts'

const mail = (id: string, to: string, tag: string) => ({
  id,
  to,
  tag,
  subject: 'Subject',
  sentAt: '2026-03-01T12:00:00.000Z',
})
const mails = [
  mail('1', 'Ada@example.org', 'welcome'),
  mail('2', 'bob@example.org', 'welcome'),
  mail('3', 'ada@example.com', 'new-device'),
]
const find = (search: string) => searchMails(mails, mailSearch(new URLSearchParams(search))).found.map(({ id }) => id)

test('mails are found by part of an address in any case, by kind, and by both', () => {
  expect(find('')).toEqual(['1', '2', '3'])
  expect(find('address=%20ADA@')).toEqual(['1', '3'])
  expect(find('kind=welcome')).toEqual(['1', '2'])
  expect(find('address=ada&kind=welcome')).toEqual(['1'])
  expect(find('address=nobody')).toEqual([])
  expect(find('kind=wel')).toEqual([])
})

test('every kind that is there can be chosen, whatever is searched for', () => {
  expect(searchMails(mails, { address: 'nobody', kind: '' }).kinds).toEqual(['new-device', 'welcome'])
})
