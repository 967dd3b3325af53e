import type { FlagName } from '@bollard/contracts'

/** Key of each flag's name in the texts. */
export const flagTexts = {
  'sign-ups-closed': 'signUpsClosed',
  'sign-ups-per-hour': 'signUpsPerHour',
  'expected-visitors': 'expectedVisitors',
  'maintenance-notice': 'maintenanceNotice',
  'express-lane-off': 'expressLaneOff',
} as const satisfies Readonly<Record<FlagName, string>>

export const scopeTexts = { INSTALLATION: 'installation', NETWORK: 'network', SOLUTION: 'solution' } as const
