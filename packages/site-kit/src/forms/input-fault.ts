export interface FieldFault {
  code: string
  params?: Readonly<Record<string, string | number>> | undefined
}

/** What the browser itself finds wrong with a control, in the codes that the services use; null when nothing is. */
export function inputFault(input: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): FieldFault | null {
  const { validity } = input
  if (validity.valid) return null
  if (validity.valueMissing) return { code: 'required' }
  if (validity.typeMismatch && input.type === 'email') return { code: 'email' }
  if (validity.tooShort && 'minLength' in input) return { code: 'too-short', params: { min: input.minLength } }
  if (validity.tooLong && 'maxLength' in input) return { code: 'too-long', params: { max: input.maxLength } }
  return { code: 'invalid' }
}

/** The controls of a form that carry a value, in the order of the page. */
export function controlsOf(form: HTMLFormElement): (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement)[] {
  return [...form.elements].filter(
    (element) =>
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement,
  )
}
