import { expect, test } from 'vitest'
import { MailRefusedError } from '../mail.ts'
import { refusalOf } from './refusal-of.ts'

const fault = (command: string, response: string, code = 'EENVELOPE') =>
  Object.assign(new Error(response), { code, command, response, responseCode: Number(response.slice(0, 3)) })

test.for([
  ['an unknown recipient', fault('RCPT TO', '550 5.1.1 no such user'), true, true],
  ['a recipient without a reason', fault('RCPT TO', '550 no'), true, true],
  ['a full mailbox told after the content', fault('DATA', '552 5.2.2 full', 'EMESSAGE'), true, true],
  ['a policy of the receiver', fault('RCPT TO', '550 5.7.1 your network is blocked'), true, false],
  ['content that is not wanted', fault('DATA', '554 5.6.0 no', 'EMESSAGE'), true, false],
  ['grey-listing', fault('RCPT TO', '450 4.7.1 later'), false, false],
  ['a sender that may not send', fault('MAIL FROM', '553 5.7.1 not yours'), false, false],
  ['a wrong password of ours', fault('AUTH PLAIN', '535 5.7.8 no', 'EAUTH'), false, false],
  ['a mail of ours that no transport may send', new MailRefusedError('The subject is not one line'), true, false],
  [
    'a server that is away',
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION', command: 'CONN' }),
    false,
    false,
  ],
  ['something unknown', null, false, false],
] as const)('%s', ([, error, permanent, bounced]) => {
  expect(refusalOf(error)).toMatchObject({ permanent, bounced })
})

test('what is remembered carries codes and no address', () => {
  expect(refusalOf(fault('RCPT TO', '550 5.1.1 <ada@example.org> unknown')).said).toBe('EENVELOPE RCPT TO 550 5.1.1')
  expect(refusalOf(fault('ada@example.org', '550 x', 'ada@example.org')).said).toBe('550')
  expect(refusalOf(new Error('ada@example.org')).said).toBe('no answer')
})
