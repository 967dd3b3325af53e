import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { countDown, type NotificationType, secondsOf, shownMax } from './notification-progress.ts'
import { type NotificationTexts, ToastFrame, toastPlace } from './toast.tsx'

export interface Notification {
  type: NotificationType
  title: string
  description?: string
  /** Display time in seconds; see `secondsOf`. */
  displaySeconds?: number
}

/** A notification that was shown. */
export interface PastNotification extends Notification {
  id: number
  at: Date
}
/** So many are kept to be read again, until the page is loaded anew. */
const keptMax = 20

const NotifyContext = createContext<(notification: Notification) => void>(() => {})
const HistoryContext = createContext<readonly PastNotification[]>([])

/** Shows a notification in the stack of the nearest NotificationStack. */
export function useNotify(): (notification: Notification) => void {
  return useContext(NotifyContext)
}

/** The last twenty notifications of the nearest NotificationStack, the newest first. */
export function useNotificationHistory(): readonly PastNotification[] {
  return useContext(HistoryContext)
}

/** Holds the stack of toasts for everything inside it. Each goes by itself, or on close; pointing at it stops the clock. */
export function NotificationStack({ texts, children }: { texts: NotificationTexts; children: ReactNode }) {
  const [shown, setShown] = useState<readonly (Notification & { id: number })[]>([])
  const [history, setHistory] = useState<readonly PastNotification[]>([])
  const counter = useRef(0)
  const notify = useCallback((notification: Notification) => {
    const told = { ...notification, id: ++counter.current, at: new Date() }
    setShown((before) => [...before.slice(1 - shownMax), told])
    setHistory((before) => [told, ...before].slice(0, keptMax))
  }, [])
  const dismiss = useCallback((id: number) => setShown((before) => before.filter((one) => one.id !== id)), [])
  return (
    <NotifyContext value={notify}>
      <HistoryContext value={history}>{children}</HistoryContext>
      <section aria-label={texts.region} className={toastPlace}>
        {shown.map((one) => (
          <Toast key={one.id} notification={one} texts={texts} onDone={() => dismiss(one.id)} />
        ))}
      </section>
    </NotifyContext>
  )
}

function Toast({
  notification,
  texts,
  onDone,
}: {
  notification: Notification
  texts: NotificationTexts
  onDone: () => void
}) {
  const { type, title, description } = notification
  const seconds = secondsOf(notification)
  const toast = useRef<HTMLDivElement>(null)
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (seconds !== null && toast.current !== null) return countDown(toast.current, seconds, () => done())
    return undefined
  }, [seconds])
  return (
    <ToastFrame
      ref={toast}
      role={type === 'DANGER' ? 'alert' : 'status'}
      {...{ type, title, description, texts }}
      isKept={seconds === null}
      onDismiss={onDone}
    />
  )
}
