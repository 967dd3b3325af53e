import { type ChangeEvent, createElement, type ReactNode } from 'react'

/** As much of React Native as our example uses, in a browser. */
interface Given {
  readonly children?: ReactNode
  readonly accessibilityLabel?: string
  readonly accessibilityRole?: string
  readonly title?: string
  readonly value?: string
  readonly onPress?: () => void
  readonly onChangeText?: (text: string) => void
}

export const View = ({ children }: Given) => createElement('div', null, children)
export const Text = ({ children }: Given) => createElement('output', null, children)
export const Button = ({ title, onPress }: Given) => createElement('button', { onClick: onPress }, title)
export const TextInput = ({ accessibilityLabel, value, onChangeText }: Given) =>
  createElement('input', {
    'aria-label': accessibilityLabel,
    value,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChangeText?.(event.target.value),
  })

const opened: string[] = []
Object.assign(globalThis, { opened })
/** Notes what would open outside of the app. */
export const Linking = { openURL: async (url: string) => void opened.push(url) }
