import { partModes, programAnswers, programPurposes, type ProtectionSettings } from '@bollard/contracts'
import { choiceAt, listAt, numberAt, textAt, type TypedValues } from '../typed-values.ts'

/** The settings as they stand in their form. */
export function shownSettings({ programs, trustedProxies, ...settings }: ProtectionSettings): TypedValues {
  return {
    ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)])),
    ...Object.fromEntries(Object.entries(programs).map(([purpose, answer]) => [`programs/${purpose}`, answer])),
    trustedProxies: trustedProxies.join('\n'),
  }
}

/** As they are sent; what does not fit is left to the service, which names the field. */
export function settingsOf(typed: TypedValues): ProtectionSettings {
  const programs = programPurposes.map((purpose) => [purpose, choiceAt(typed, `programs/${purpose}`, programAnswers)])
  const percent = textAt(typed, 'controlPercent').replace(',', '.')
  return {
    trustedProxies: listAt(typed, 'trustedProxies'),
    controlPercent: percent === '' ? Number.NaN : Number(percent),
    programsMode: choiceAt(typed, 'programsMode', partModes),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of all purposes right above
    programs: Object.fromEntries(programs) as ProtectionSettings['programs'],
    spoofed: choiceAt(typed, 'spoofed', programAnswers),
    decisionDays: numberAt(typed, 'decisionDays'),
    sampledPercent: numberAt(typed, 'sampledPercent'),
    version: numberAt(typed, 'version'),
  }
}
