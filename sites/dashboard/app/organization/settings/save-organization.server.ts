import type { Organization } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { apiOf, load } from '@bollard/site-kit/server'
import { data, type RouterContextProvider } from 'react-router'
import { saveChanges, type SettingsAnswer } from '../../sections/save-section.server.ts'
import type { Values } from '../../sections/setting-values.ts'
import { asSent, factsDto, readAddress, readFacts } from '../read-form.ts'

/** The fields of each section of the page. */
export const sections = {
  public: ['name', 'kind', 'contactEmail', 'website', 'language'],
  legal: [
    'legalName',
    'countryCode',
    'vatId',
    'registerNumber',
    'address/street',
    'address/addressLine2',
    'address/postalCode',
    'address/city',
    'address/region',
  ],
  programme: ['referralCode', 'commissionPreference'],
} as const

/** An organization by the names of its form's fields; what is not given is empty. */
export function savedOf({ address, ...organization }: Organization): Readonly<Record<string, string>> {
  const { name, kind, contactEmail, website, language, legalName, countryCode, vatId, registerNumber } = organization
  const { referralCode, commissionPreference } = organization
  return {
    name,
    kind,
    contactEmail,
    website: website ?? '',
    language,
    legalName: legalName ?? '',
    countryCode,
    vatId: vatId ?? '',
    registerNumber: registerNumber ?? '',
    referralCode,
    commissionPreference,
    ...Object.fromEntries(Object.entries(address).map(([part, value]) => [`address/${part}`, value])),
  }
}

/** Saves one section of an organization's settings. */
export async function saveOrganization({
  context,
  request,
  organizationId,
}: {
  context: Readonly<RouterContextProvider>
  request: Request
  organizationId: string
}) {
  const form = await request.formData()
  const section = textOf(form, 'section')
  if (section !== 'public' && section !== 'legal' && section !== 'programme')
    throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  const api = apiOf(context, request)
  // Of a choice that is not offered nothing comes.
  const names = sections[section].filter((name) => name !== 'commissionPreference' || form.has(name))
  const answer = await saveChanges({ context, request, ownerId: organizationId }, form, names, {
    read: () => load(context, request, api.getOrganization({ organizationId })),
    valuesOf: (organization) => Object.fromEntries(names.map((name) => [name, savedOf(organization)[name]])),
    write: (organization, changes) =>
      api.updateOrganization({ organizationId, organizationUpdateDto: dtoOf(organization, changes) }),
  })
  return data({ section, ...answer } satisfies SettingsAnswer, {
    status: answer.problem?.status ?? (answer.conflict ? 409 : 200),
  })
}

/** The service takes all that describes an organization at once. */
function dtoOf(organization: Organization, changes: Values) {
  const whole = new FormData()
  for (const [name, value] of Object.entries({ ...savedOf(organization), ...changes })) whole.set(name, String(value))
  return {
    ...factsDto(readFacts(whole)),
    address: readAddress(whole),
    referralCode: textOf(whole, 'referralCode').trim().toUpperCase(),
    commissionPreference: asSent<'PAYOUT' | 'CUSTOMER_DISCOUNT'>(textOf(whole, 'commissionPreference')),
    version: organization.version,
  }
}
