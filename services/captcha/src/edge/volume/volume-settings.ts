import type { SiteSettings } from '@bollard/contracts'

/** What an owner sets of the budgets. */
export type VolumeSettings = Readonly<Pick<SiteSettings, 'volumeBudgets' | 'underAttack' | 'exemptNetworks'>>
