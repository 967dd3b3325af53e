import { BollardCaptcha } from '@bollard/react'
import { BollardCaptcha as VueCaptcha } from '@bollard/vue'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server.browser'
import { createSSRApp, h } from 'vue'
import { renderToString as renderVueToString } from 'vue/server-renderer'
import { setting } from './control.ts'

/** Pages that came from a server: what the server wrote is taken over as it is, attributes that are no text included. */
const app = document.querySelector('#app') ?? document.body
app.innerHTML = '<form id="react"></form><form id="vue"></form>'
const options = { invisible: true, disabled: true, name: 'token', form: 'react', tabIndex: 0, design: { boxRadius: 3 } }

const react = document.querySelector('#react') ?? app
const inReact = <BollardCaptcha {...setting} {...options} className="ours" style={{ marginTop: 4 }} />
react.innerHTML = renderToString(inReact)
hydrateRoot(react, inReact)

const vue = document.querySelector('#vue') ?? app
const inVue = () =>
  createSSRApp({ render: () => h(VueCaptcha, { ...setting, ...options, form: 'vue', class: 'ours' }) })
void renderVueToString(inVue()).then((html) => {
  vue.innerHTML = html
  inVue().mount(vue)
})
