/** How the token gets into the form. */
export interface Field {
  form(): HTMLFormElement | null
  set(name: string, token: string): void
  /** With a message the browser refuses to send the form and shows it at `anchor`. */
  setProblem(message: string, anchor: HTMLElement): void
}

/** Makes a form field of the element. */
export function createField(host: HTMLElement): Field {
  const internals = host.attachInternals()
  return {
    form: () => internals.form,
    set(name, token) {
      // Entries keep their own names, so that the token arrives whether or not the element has a name.
      const entries = new FormData()
      if (token) entries.set(name, token)
      internals.setFormValue(token ? entries : null)
    },
    setProblem: (message, anchor) => (message ? internals.setValidity({ customError: true }, message, anchor) : internals.setValidity({})),
  }
}
