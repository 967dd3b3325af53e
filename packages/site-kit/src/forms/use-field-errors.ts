import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { controlsOf, type FieldFault, inputFault } from './input-fault.ts'
import { fieldErrorText, type ShownProblem } from './problem-text.ts'

export type { FieldFault }

/** What the browser found, by field; null says that the field is fine now. */
type Found = Readonly<Record<string, FieldFault | null>>

export interface FieldErrors {
  /** The sentence to show beside the field called `name`, or undefined. */
  errorOf: (name: string) => string | undefined
  /** Spread on the form. */
  formProps: {
    ref: RefObject<HTMLFormElement | null>
    noValidate: true
    onBlur: (event: FormEvent<HTMLFormElement>) => void
    onInput: (event: FormEvent<HTMLFormElement>) => void
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
  }
}

/**
 * Errors beside fields: those of the action's answer, and those that the browser finds once a field was left or the form sent.
 * The first field at fault takes focus. `words` names better codes for single fields, such as `{ acceptedTerms: 'terms' }`.
 */
export function useFieldErrors(
  problem: ShownProblem | null | undefined,
  words: Readonly<Record<string, string>> = {},
): FieldErrors {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [state, setState] = useState<{ problem: unknown; found: Found }>({ problem, found: {} })
  // A new answer of the server wipes out what the browser had found before it.
  const found = state.problem === problem ? state.found : {}
  const mark = (faults: Found) =>
    setState((before) => ({ problem, found: before.problem === problem ? { ...before.found, ...faults } : faults }))

  const pressed = usePressed()

  useEffect(() => {
    if (problem) focusFirstFault(form.current)
  }, [problem])

  return {
    errorOf(name) {
      const fault =
        name in found
          ? found[name]
          : problem?.errors?.find((error) => error.pointer === `/${name}` || error.pointer.startsWith(`/${name}/`))
      if (!fault) return undefined
      return fieldErrorText(t, (vague.has(fault.code) ? words[name] : undefined) ?? codeOf(fault), fault.params ?? {})
    },
    formProps: {
      ref: form,
      noValidate: true,
      onBlur({ target }) {
        if (!isControl(target) || !target.name) return
        // A text field that somebody passes by is not finished; a list from which nothing was chosen is.
        if (target.value === '' && !(target instanceof HTMLSelectElement)) return
        const fault = inputFault(target)
        if (fault) whenReleased(pressed.current, () => mark({ [target.name]: fault }))
      },
      onInput({ target }) {
        if (!isControl(target) || !target.name) return
        const fault = inputFault(target)
        // A shown error goes as soon as the field is right again; a new one waits until the field is left. Who chooses from a list is done.
        if (fault === null || target instanceof HTMLSelectElement) mark({ [target.name]: fault })
      },
      onSubmit(event) {
        const faults = controlsOf(event.currentTarget).flatMap((control) => {
          const fault = control.name && !control.disabled ? inputFault(control) : null
          return fault ? [[control.name, fault] as const] : []
        })
        if (faults.length === 0) return
        event.preventDefault()
        mark(Object.fromEntries(faults))
        const target = event.currentTarget
        requestAnimationFrame(() => focusFirstFault(target))
      },
    },
  }
}

/** True while a pointer is down. */
function usePressed(): RefObject<boolean> {
  const pressed = useRef(false)
  useEffect(() => {
    const press = () => void (pressed.current = true)
    const release = () => void (pressed.current = false)
    const events = [
      ['pointerdown', press],
      ['pointerup', release],
      ['pointercancel', release],
    ] as const
    for (const [name, listener] of events) document.addEventListener(name, listener, true)
    return () => {
      for (const [name, listener] of events) document.removeEventListener(name, listener, true)
    }
  }, [])
  return pressed
}

/** A message that appears between pressing and releasing moves the button away from under the pointer, and the click is lost. */
function whenReleased(isPressed: boolean, show: () => void): void {
  if (!isPressed) show()
  else document.addEventListener('pointerup', () => setTimeout(show), { once: true })
}

/** Codes that say no more than that something is wrong; a field's own word says it better. */
const vague: ReadonlySet<string> = new Set(['required', 'invalid', 'invalid-type', 'invalid-format', 'invalid-value'])

/** "At least 1 character" is how a service says that a field is empty. */
function codeOf(fault: FieldFault): string {
  return fault.code === 'too-short' && Number(fault.params?.['min']) <= 1 ? 'required' : fault.code
}

function focusFirstFault(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const target =
    field ??
    form?.querySelector<HTMLElement>('[role="alert"]') ??
    form?.parentElement?.querySelector<HTMLElement>('[role="alert"]')
  target?.focus()
}

function isControl(target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}
