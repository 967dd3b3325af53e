import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CreditTransfer, sepaText, writeCreditTransferFile } from './credit-transfer-file.ts'

const transfer: CreditTransfer = {
  reference: 'GS-2026-000001',
  amountMinor: 123_405,
  holder: 'Müller & Söhne <GmbH>',
  iban: 'FR14 2004 1010 0505 0001 3M02 606',
  bic: null,
  purpose: 'Gutschrift GS-2026-000001',
}
const file = (transfers: CreditTransfer[], bic?: string) =>
  writeCreditTransferFile({
    messageId: '019f0000000070008000000000000001',
    createdAt: new Date('2026-05-10T09:00:00.123Z'),
    executeOn: '2026-05-10',
    debtor: { holder: 'Example Operator GmbH', iban: 'DE89 3704 0044 0532 0130 00', ...(bic ? { bic } : {}) },
    transfers,
  })
/** Names of elements with their depth, in the order in which they begin. */
const outline = (xml: string) => [...xml.matchAll(/<(\w+)[ >]/gu)].map((match) => match[1])

test('elements come in the order of the schema, with their values', () => {
  const xml = file([transfer], 'COBADEFFXXX')
  expect(outline(xml).join(' ')).toBe(
    'Document CstmrCdtTrfInitn GrpHdr MsgId CreDtTm NbOfTxs CtrlSum InitgPty Nm PmtInf PmtInfId PmtMtd NbOfTxs CtrlSum PmtTpInf SvcLvl Cd ReqdExctnDt Dt ' +
      'Dbtr Nm DbtrAcct Id IBAN DbtrAgt FinInstnId BICFI ChrgBr CdtTrfTxInf PmtId EndToEndId Amt InstdAmt Cdtr Nm CdtrAcct Id IBAN RmtInf Ustrd',
  )
  for (const text of [
    '<CreDtTm>2026-05-10T09:00:00Z<',
    '<IBAN>DE89370400440532013000<',
    '<BICFI>COBADEFFXXX<',
    '<InstdAmt Ccy="EUR">1234.05<',
    '<Nm>Mueller + Soehne .GmbH.<',
    '<IBAN>FR1420041010050500013M02606<',
    '<EndToEndId>GS-2026-000001<',
  ])
    expect(xml).toContain(text)
  expect(file([transfer])).toContain('<Othr><Id>NOTPROVIDED</Id></Othr>')
  expect(file([{ ...transfer, bic: 'PSSTFRPPPAR' }])).toContain(
    '<CdtrAgt><FinInstnId><BICFI>PSSTFRPPPAR</BICFI></FinInstnId></CdtrAgt>',
  )
})

test('number and sum are those of the transfers, to the cent', () => {
  const many = [transfer, { ...transfer, amountMinor: 1 }, { ...transfer, amountMinor: 5_000 }]
  expect(file(many).match(/<NbOfTxs>3<\/NbOfTxs>/gu)).toHaveLength(2)
  expect(file(many).match(/<CtrlSum>1284\.06<\/CtrlSum>/gu)).toHaveLength(2)
})

test('any text becomes one that every bank takes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(sepaText(text, 70)).toMatch(/^(?![/ ])[A-Za-z0-9/?:().,'+ -]{1,70}(?<![/ ])$/u)
      expect(sepaText(text, 70)).not.toContain('//')
    }),
  )
  expect([
    sepaText('Łukasz Ørsted, Ærø', 70),
    sepaText('Ελλάδα', 70),
    sepaText('', 70),
    sepaText('x'.repeat(99), 35).length,
  ]).toEqual(['Lukasz Orsted, Aero', '......', '.', 35])
})
