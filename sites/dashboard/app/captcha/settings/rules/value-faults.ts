import { fieldErrorText, type ShownProblem } from '@bollard/site-kit'
import type { TFunction } from 'i18next'

/** What is wrong with single values of a list, each named in its sentence; what is wrong with the whole list stands first. */
export function valueFaults(
  t: TFunction,
  problem: ShownProblem | null,
  { pointer, sent }: { pointer: string; sent: readonly unknown[] },
): string[] {
  return (problem?.errors ?? []).flatMap((fault) => {
    const words = fieldErrorText(t, fault.code, fault.params ?? {})
    if (fault.pointer === pointer) return [words]
    if (!fault.pointer.startsWith(`${pointer}/`)) return []
    const index = Number(fault.pointer.slice(pointer.length + 1))
    return [t(($) => $.rules.valueFault, { value: String(sent[index] ?? index + 1), fault: words })]
  })
}
