// Only forms that ask for it have their fields validated while they are filled in; a small script of its own, so that the visitors of all
// others do not load it.

/** The service is where this script came from. */
const api = import.meta.url.replace(/\/widget\/[^/]*$/u, '')

interface TypedAnswer {
  readonly fields: readonly {
    readonly name: string
    readonly outcome: string
    readonly suggestion: string | null
    readonly message: string | null
  }[]
  readonly language: string
}

type Field = HTMLInputElement

const followed = new WeakSet<HTMLFormElement>()
/** Names that the service takes at once. */
const namesMax = 40
/** Longer values are judged when the form is sent. */
const valueMax = 2_000

let numbered = 0

/**
 * Says beside fields of a form what cannot be right in them and what was probably meant, once they are left. It first asks
 * which fields have a rule, so that the values of all others stay on the page; passwords, codes and texts always do. What
 * it says never keeps the form from being sent, and where the service is away it says nothing. A form is followed once,
 * however many widgets stand in it.
 */
export function followFields(form: HTMLFormElement, widget: Element): void {
  if (followed.has(form)) return
  followed.add(form)
  /** By the names of fields: whether there is a rule. */
  const ruled = new Map<string, Promise<boolean>>()
  const asked = new WeakMap<Field, string>()
  const notes = new WeakMap<Field, Note>()

  async function ask(values: Record<string, string>): Promise<TypedAnswer> {
    const siteKey = encodeURIComponent(widget.getAttribute('sitekey') ?? '')
    const language =
      widget.getAttribute('language') || widget.closest('[lang]')?.getAttribute('lang') || navigator.language
    const response = await fetch(`${api}/protection/v1/site-keys/${siteKey}/validations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ form: form.dataset['validate'], values, language }),
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    })
    if (!response.ok) throw new Error(String(response.status))
    return (await response.json()) as TypedAnswer
  }

  function hasRule(field: Field): Promise<boolean> {
    if (!ruled.has(field.name)) {
      const fields = [...form.elements].filter((one) => isAskable(one) && !ruled.has(one.name)) as Field[]
      const names = [...new Set([field, ...fields].map(({ name }) => name))].slice(0, namesMax)
      const answer = ask(Object.fromEntries(names.map((name) => [name, '']))).then(
        (told) => new Set(told.fields.map(({ name }) => name)),
        () => new Set<string>(),
      )
      for (const name of names)
        ruled.set(
          name,
          answer.then((known) => known.has(name)),
        )
    }
    return ruled.get(field.name) ?? Promise.resolve(false)
  }

  async function judge(field: Field): Promise<void> {
    const { name, value } = field
    if (value.trim() === '' || value.length > valueMax || asked.get(field) === value || !(await hasRule(field))) return
    asked.set(field, value)
    const note = notes.get(field) ?? createNote(form, field)
    notes.set(field, note)
    const told = await ask({ [name]: value }).catch(() => asked.delete(field))
    // What was typed meanwhile is asked about when the field is left again.
    if (typeof told === 'boolean' || field.value !== value) return
    const verdict = told.fields.find((one) => one.name === name)
    if (verdict === undefined || verdict.message === null) return
    await pointerUp()
    if (field.value === value) note.show({ ...verdict, message: verdict.message, language: told.language })
  }

  form.addEventListener('focusin', ({ target }) => isAskable(target) && void hasRule(target))
  form.addEventListener('focusout', ({ target }) => isAskable(target) && void judge(target))
  form.addEventListener('input', ({ target }) => isAskable(target) && notes.get(target)?.hide())
  form.addEventListener('reset', () => {
    for (const field of form.elements) if (isAskable(field)) notes.get(field)?.hide()
  })
  // Somebody may have begun before this script came.
  const { activeElement } = document
  if (isAskable(activeElement) && activeElement.form === form) void hasRule(activeElement)
}

interface Note {
  show(said: {
    readonly message: string
    readonly suggestion: string | null
    readonly outcome: string
    readonly language: string
  }): void
  hide(): void
}

/**
 * A line behind the field, or in the place that the page has for it: `data-validate-message` with the name of the field.
 * It is there, empty, before it says anything, as screen readers want it.
 */
function createNote(form: HTMLFormElement, field: Field): Note {
  const own = [...form.querySelectorAll<HTMLElement>('[data-validate-message]')].find(
    (place) => place.dataset['validateMessage'] === field.name,
  )
  const place = own ?? document.createElement('div')
  place.id ||= `bollard-message-${(numbered += 1)}`
  place.setAttribute('role', 'status')
  place.classList.add('bollard-message')
  if (own === undefined) (field.closest('label') ?? field).after(place)
  // Out of the flow while it is empty, so that no gap opens for it.
  const float = (isEmpty: boolean) => own ?? place.style.setProperty('position', isEmpty ? 'absolute' : 'static')
  float(true)
  const describe = (isDescribed: boolean) => {
    const others = (field.getAttribute('aria-describedby') ?? '').split(/\s+/u).filter((id) => id && id !== place.id)
    const ids = isDescribed ? [...others, place.id] : others
    if (ids.length > 0) field.setAttribute('aria-describedby', ids.join(' '))
    else field.removeAttribute('aria-describedby')
  }
  return {
    show({ message, suggestion, outcome, language }) {
      place.lang = language
      place.replaceChildren(message)
      if (suggestion !== null) place.append(' ', takeButton(field, suggestion))
      if (outcome === 'FAIL') field.setAttribute('aria-invalid', 'true')
      describe(true)
      float(false)
    },
    hide() {
      if (place.childNodes.length === 0) return
      place.replaceChildren()
      float(true)
      field.removeAttribute('aria-invalid')
      describe(false)
    },
  }
}

function takeButton(field: Field, suggestion: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = suggestion
  button.addEventListener('click', () => {
    // Libraries such as React watch the property; only the setter of the browser tells them.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, suggestion)
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
    field.focus()
  })
  return button
}

/** Nothing moves between pressing and letting go, so that a press is on what it was meant for. */
let pressed: Promise<void> | undefined
if (typeof document !== 'undefined')
  document.addEventListener(
    'pointerdown',
    () => {
      pressed = new Promise((resolve) => {
        for (const type of ['pointerup', 'pointercancel'])
          document.addEventListener(type, () => setTimeout(resolve), { capture: true, once: true })
      })
    },
    { capture: true, passive: true },
  )
function pointerUp(): Promise<void> {
  return pressed ?? Promise.resolve()
}

/** Of what a visitor types, one line that is no secret. */
function isAskable(target: unknown): target is Field {
  return (
    target instanceof HTMLInputElement &&
    /^(?:text|email|tel|url|search)$/u.test(target.type) &&
    target.name !== '' &&
    !/password|one-time-code|cc-/u.test(target.autocomplete) &&
    target.dataset['validate'] !== 'off'
  )
}
