import { type FieldError, ProblemError } from '@bollard/http'

/** Words for a region that are no countries. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'ZZ', 'XA', 'XB'])
const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** What precedes VAT ids where it is not the code of the country. Northern Ireland trades goods under XI. */
const vatPrefixes: Readonly<Record<string, readonly string[]>> = {
  GR: ['EL'],
  GB: ['GB', 'XI'],
  CH: ['CHE'],
  MC: ['FR'],
  IM: ['GB'],
}

interface Facts {
  readonly countryCode: string
  readonly vatId?: string | null | undefined
}

/**
 * The VAT id without spaces and signs, null without one. Throws `validation-failed` for a country that there is not and an id
 * of another country. Whether somebody holds the id is asked with the verification.
 */
export function readVatId({ countryCode, vatId }: Facts): string | null {
  const faults: FieldError[] = []
  if (noCountries.has(countryCode) || regionNames.of(countryCode) === undefined)
    faults.push({ pointer: '/countryCode', code: 'invalid-value' })
  const plain = vatId?.replaceAll(/[\s.-]/gu, '') ?? ''
  if (plain !== '' && !isOfCountry(plain, countryCode)) faults.push({ pointer: '/vatId', code: 'invalid-value' })
  if (faults.length > 0) throw new ProblemError('validation-failed', undefined, { errors: faults })
  return plain === '' ? null : plain
}

function isOfCountry(vatId: string, countryCode: string): boolean {
  const prefix = (vatPrefixes[countryCode] ?? [countryCode]).find((start) => vatId.startsWith(start))
  return prefix !== undefined && /^[A-Z\d+*]{2,15}$/u.test(vatId.slice(prefix.length)) && /\d/u.test(vatId)
}
