import { serve } from '@bollard/proof-of-work/worker'
import type { SolveInScript } from '@bollard/proof-of-work'
import { describeNavigator } from '../collector/describe-navigator.ts'

/** The part of a dedicated worker's global scope that is used here; this file runs nowhere else. */
declare const self: Parameters<typeof serve>[0] & {
  importScripts(url: string): void
  location: Location
  solveInScript: SolveInScript
}

serve(self, {
  probe: () => describeNavigator(navigator),
  loadScript() {
    self.importScripts(`script.js${self.location.search}`)
    return self.solveInScript
  },
})
