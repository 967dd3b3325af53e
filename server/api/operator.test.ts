import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readOperator } from './operator.ts'

const operator = {
  legalName: 'Example Operator GmbH',
  address: { street: 'Musterstraße 1', postalCode: '10115', city: 'Berlin', countryCode: 'DE' },
  email: 'billing@operator.example',
  contact: { name: 'Billing', phone: '+49 30 1234567', email: 'billing@operator.example' },
  vatId: 'DE123456788',
  registerNumber: 'HRB 1234',
  bank: { accountHolder: 'Example Operator GmbH', iban: 'DE02120300000000202051' },
}

async function fileWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bollard-operator-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'operator.json')
  await writeFile(file, text)
  return file
}

test('the file is read as it is', async () => {
  expect(readOperator(await fileWith(JSON.stringify(operator)))).toEqual(operator)
})

test('an IBAN is read as people write it', async () => {
  const { bank } = readOperator(
    await fileWith(JSON.stringify({ ...operator, bank: { ...operator.bank, iban: 'de02 1203 0000 0000 2020 51' } })),
  )
  expect(bank.iban).toBe('DE02120300000000202051')
})

test('what no invoice could be written with is refused', async () => {
  const { vatId: _vatId, registerNumber: _registerNumber, ...rest } = operator
  const faults: [object, RegExp][] = [
    [{ ...operator, bank: { ...operator.bank, iban: 'DE02120300000000202052' } }, /Is no IBAN/u],
    [{ ...operator, contact: { ...operator.contact, phone: '+4' } }, /three digits/u],
    [{ ...rest, registerNumber: 'HRB 1234' }, /vatId or taxNumber/u],
    [{ ...rest, vatId: 'DE123456788' }, /taxNumber or registerNumber/u],
  ]
  for (const [described, message] of faults) {
    const file = await fileWith(JSON.stringify(described))
    expect(() => readOperator(file)).toThrow(message)
  }
  expect(readOperator(await fileWith(JSON.stringify({ ...rest, taxNumber: '30/123/45678' })))).toMatchObject({
    taxNumber: '30/123/45678',
  })
})

test('every fault is named, and nothing is made up for what is missing', async () => {
  const { legalName: _, ...rest } = operator
  const wrong = await fileWith(JSON.stringify({ ...rest, email: 'x', colour: 'red' }))
  expect(() => readOperator(wrong)).toThrow(/legalName[\s\S]*email|email[\s\S]*legalName/u)
  expect(() => readOperator(wrong)).toThrow(/colour/u)
  const broken = await fileWith('{')
  expect(() => readOperator(broken)).toThrow(/cannot be read as JSON/u)
  expect(() => readOperator('/no/such/file.json')).toThrow(/cannot be read/u)
})
