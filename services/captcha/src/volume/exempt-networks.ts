import { compileNetworks } from '../keys/allowed-networks.ts'
import type { Site } from '../site.ts'
import { volumeSettingsOf } from './volume-settings.ts'

/** By the settings of a site, which are others after every change. */
const compiled = new WeakMap<object, (address: string) => boolean>()

/** Whether the owner of a site wants no budget to hold for an address. */
export function isExempt({ settings }: Pick<Site, 'settings'>, address: string): boolean {
  const { exemptNetworks } = volumeSettingsOf(settings)
  if (exemptNetworks.length === 0) return false
  let matches = compiled.get(settings)
  if (matches === undefined) {
    matches = compileNetworks(exemptNetworks)
    compiled.set(settings, matches)
  }
  return matches(address)
}
