/** What a test asks of a page while it runs. */
export interface Wishes {
  /** Whether the widget is there at all. */
  readonly shown: boolean
  /** Whether its form stands elsewhere in the document than its component. */
  readonly elsewhere: boolean
  /** Another one makes another element of it. */
  readonly identity: string
  /** Draws everything anew every 50 ms. */
  readonly restless: boolean
}

export const siteKey = document.querySelector('main')?.getAttribute('data-sitekey') ?? ''
export const elsewhere = document.querySelector('#elsewhere') ?? document.body

/** Offers `change` to the test, and tells the page of its wishes now and after each change. */
export function listen(show: (wishes: Wishes) => void): void {
  let wishes: Wishes = { shown: true, elsewhere: false, identity: 'first', restless: false }
  Object.assign(globalThis, {
    solved: [],
    change(next: Partial<Wishes>) {
      wishes = { ...wishes, ...next }
      show(wishes)
    },
  })
  setInterval(() => wishes.restless && show({ ...wishes }), 50)
  show(wishes)
}

/** Notes that the page heard of a token, by its own listener. */
export function hear(event: Event): void {
  Reflect.get(globalThis, 'solved').push(String(Object(Reflect.get(event, 'detail')).token))
}

/** Sends a form as pages of one piece do. */
export async function send(data: FormData): Promise<void> {
  const fields = new URLSearchParams()
  for (const [name, value] of data) fields.append(name, String(value))
  await fetch('/', { method: 'POST', body: fields })
}

/** The same, as a listener of a form. */
export function sendByScript(event: Event): void {
  event.preventDefault()
  if (event.target instanceof HTMLFormElement) void send(new FormData(event.target))
}
