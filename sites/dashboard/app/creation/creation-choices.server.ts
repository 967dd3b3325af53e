import type { Solution } from '@bollard/contracts'
import { isLanguage } from '@bollard/i18n'
import { timezoneGroups } from '@bollard/site-kit'
import { type apiOf, attempt } from '@bollard/site-kit/server'
import type { CreationChoices, TypedOptions } from './more-options.tsx'

/** What can be chosen. Whatever cannot be read is not offered: a solution begins without. */
export async function loadChoices(
  api: ReturnType<typeof apiOf>,
  type: Solution['item']['type'],
): Promise<CreationChoices> {
  const [plans, organizations, zones] = await Promise.all([
    attempt(api.listPlans()),
    attempt(api.listOrganizations({ limit: 100 })),
    attempt(api.listTimezones()),
  ])
  const offered = plans.ok ? plans.value.items.filter(({ solutionType }) => solutionType === type) : []
  return {
    trialDays: plans.ok ? plans.value.trialDays : null,
    freePlans: offered.flatMap(({ code, monthly, selectable }) =>
      selectable && monthly?.amountMinor === 0 ? [code] : [],
    ),
    organizations: organizations.ok
      ? organizations.value.items.flatMap(({ id, name, myRole }) => (myRole === 'VIEWER' ? [] : [{ id, name }]))
      : [],
    zones: zones.ok ? timezoneGroups(zones.value.items, 'Etc/UTC') : [],
  }
}

/** What was chosen beyond the defaults of the service. */
export function chosen({ plan, organizationId, timezone, language }: TypedOptions) {
  return {
    ...(plan === '' ? {} : { planCode: plan }),
    ...(organizationId === '' ? {} : { organizationId }),
    ...(timezone === '' ? {} : { timezone }),
    ...(isLanguage(language) ? { language } : {}),
  }
}

/** What the website keeps of those who agreed. */
export function byLink(referralCode: string | null) {
  return referralCode === null ? {} : { referralCode }
}
