/** How the token gets into the form, and what makes the element one of its fields. */
export interface Field {
  readonly internals: Pick<
    ElementInternals,
    'validity' | 'validationMessage' | 'willValidate' | 'checkValidity' | 'reportValidity'
  >
  /** The form in which the widget stands, also where the root of another element lies in between. */
  form(): HTMLFormElement | null
  /** Without a name or a token the form gets nothing. */
  set(name: string, token: string): void
  /** Puts the token into what a form is sending, where the browser does not do it: for forms outside the widget's own root. */
  addTo(data: FormData): void
  /** With a message the browser refuses to send the form and shows it at `anchor`. */
  setProblem(message: string, anchor: HTMLElement): void
}

/** Makes a form field of the element. */
export function createField(host: HTMLElement): Field {
  const internals = host.attachInternals()
  let entry: readonly [name: string, token: string] | undefined
  return {
    internals,
    form: () => internals.form ?? outerForm(host),
    set(name, token) {
      entry = name && token ? [name, token] : undefined
      // Entries keep their own names, so that the token arrives whether or not the element has a name.
      const entries = new FormData()
      if (entry) entries.set(...entry)
      internals.setFormValue(entry ? entries : null)
    },
    addTo: (data) => entry && !internals.form && data.append(...entry),
    setProblem: (message, anchor) =>
      message ? internals.setValidity({ customError: true }, message, anchor) : internals.setValidity({}),
  }
}

/** The form around the element whose shadow root this stands in. */
function outerForm(element: Element): HTMLFormElement | null {
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? (root.host.closest('form') ?? outerForm(root.host)) : null
}
