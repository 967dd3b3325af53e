/** How the token gets into the form. */
export interface Field {
  form(): HTMLFormElement | null
  set(name: string, token: string): void
  /** With a message the browser refuses to send the form and shows it at `anchor`. */
  setProblem(message: string, anchor: HTMLElement): void
}

/** A real form field where the browser can make one of a custom element, else a hidden input beside it. */
export function createField(host: HTMLElement): Field {
  return 'attachInternals' in host && 'ElementInternals' in window && 'setFormValue' in ElementInternals.prototype
    ? ownField(host.attachInternals())
    : hiddenField(host)
}

function ownField(internals: ElementInternals): Field {
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

function hiddenField(host: HTMLElement): Field {
  const input = document.createElement('input')
  input.type = 'hidden'
  return {
    form: () => host.closest('form'),
    set(name, token) {
      input.name = name
      input.value = token
      if (token) host.append(input)
      else input.remove()
    },
    setProblem: () => {},
  }
}
