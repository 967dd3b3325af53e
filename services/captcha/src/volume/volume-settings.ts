import type { SiteSettings } from '@bollard/contracts'

/** What an owner sets of the budgets. */
export interface VolumeSettings {
  /** `AUTO`: begins and ends by itself. `ON`: holds until the owner ends it. `OFF`: never. */
  readonly underAttack: 'AUTO' | 'ON' | 'OFF'
  /** Whether budgets of networks, operators and the site raise the work, and throttle. */
  readonly volumeBudgets: boolean
  /** Addresses and networks such as `192.0.2.0/24` that no budget holds for. */
  readonly exemptNetworks: readonly string[]
}

const defaults: VolumeSettings = { underAttack: 'AUTO', volumeBudgets: true, exemptNetworks: [] }

/** The settings of a site, with what holds where it has none. */
export function volumeSettingsOf(settings: SiteSettings & Partial<VolumeSettings>): VolumeSettings {
  const {
    underAttack = defaults.underAttack,
    volumeBudgets = defaults.volumeBudgets,
    exemptNetworks = defaults.exemptNetworks,
  } = settings
  return { underAttack, volumeBudgets, exemptNetworks }
}
