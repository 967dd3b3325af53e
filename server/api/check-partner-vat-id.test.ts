import type { VatIdAnswer } from '@bollard/billing-service'
import { expect, test } from 'vitest'
import { checkPartnerVatId } from './check-partner-vat-id.ts'

const at = new Date('2026-03-01T10:00:00Z')
function asking(answer: VatIdAnswer) {
  const asked: string[] = []
  const check = checkPartnerVatId(
    async (organizationId, vatId) => {
      asked.push(`${vatId.text} of ${organizationId}`)
      return answer
    },
    () => at,
  )
  return { check: (written: string) => check(written, 'o1'), asked }
}

test('the register is asked about what is written, Greece and Northern Ireland under their own letters', async () => {
  const { check, asked } = asking({ valid: true, requestId: 'WAPI1' })
  expect(await check('de 123.456-788')).toEqual({ valid: true, consultationNumber: 'WAPI1', at })
  await check('EL123456789')
  expect(asked).toEqual(['DE123456788 of o1', 'EL123456789 of o1'])
})

test('what cannot be a VAT id is not asked about', async () => {
  const { check, asked } = asking({ valid: true, requestId: null })
  for (const written of ['', 'DE1', 'US123456789', 'ZZ', 'CHE-123.456.788 MWST'])
    expect(await check(written), written).toEqual({ valid: false, consultationNumber: null, at })
  expect(asked).toEqual([])
})

test('a register that is away says nothing', async () => {
  expect(await asking('unavailable').check('DE123456788')).toBe('unavailable')
})
