import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { mailboxPage } from '../examples/example-pages.ts'
import * as mailbox from './mailbox.tsx'

type Given = Parameters<typeof layer<typeof mailbox>>[2]['loaderData']
const found: Given['found'] = [
  {
    id: '01K5Z7QMMM0000000000000001',
    to: 'somebody.with.a.rather.long.name@mail.rundbrief.example.org',
    subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse für Bollard, damit Ihr Konto benutzt werden kann',
    tag: 'email-verification',
    sentAt: '2026-11-19T09:12:02.000Z',
  },
]
const search = { address: '', kind: '' }
const states: [string, Given][] = [
  ['with mails', { search, isEmpty: false, found, kinds: ['email-verification', 'invitation'] }],
  ['without a mail', { search, isEmpty: true, found: [], kinds: [] }],
  [
    'without a mail that fits',
    { search: { address: 'nobody', kind: 'invitation' }, isEmpty: false, found: [], kinds: ['invitation'] },
  ],
]

test.for(states)('the local mailbox %s is clean', async ([, loaderData]) => {
  const state = mailboxPage({
    at: '/mailbox',
    page: layer('routes/mailbox', mailbox, { path: ':language/mailbox', loaderData }),
    heading: (t) => t(($) => $.mailbox.title),
    has: (page) => expect(page.querySelectorAll('main li').length).toBe(loaderData.found.length),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
