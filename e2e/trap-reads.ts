/**
 * Runs in every page, frame and worker before any other script: reports whatever a script of the widget looks at that
 * tells one visitor's browser from another's, and every listener for what hands do. Source, because workers take no
 * functions. Reports are texts such as `Navigator.userAgent` or `listen pointermove HTMLDocument`.
 */
export const trapReads = `(() => {
  const channel = new BroadcastChannel('reads')
  const place = typeof document === 'undefined' ? 'worker ' : window === top ? '' : 'frame '
  let busy = false
  const note = (what) => {
    if (busy) return
    busy = true
    // Only what the widget's own files ask for; the page and the test driver may look at what they like.
    const asked = /\\/widget\\.js|\\/widget\\/\\w+\\.js/.test(new Error().stack)
    busy = false
    if (!asked) return
    if (place === 'worker ') channel.postMessage(place + what)
    else globalThis.noteRead(place + what)
  }
  if (place === 'frame ') channel.onmessage = ({ data }) => globalThis.noteRead(data)

  /** Every getter and function of an object reports and does as before. */
  const trapAll = (owner, name, only = () => true) => {
    if (!owner) return
    for (const [key, own] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
      if (key === 'constructor' || !own.configurable || !only(key)) continue
      const { get, value } = own
      if (get) Object.defineProperty(owner, key, { ...own, get() { note(name + '.' + key); return get.call(this) } })
      else if (typeof value === 'function')
        Object.defineProperty(owner, key, { ...own, value: new Proxy(value, {
          apply(target, self, given) { note(name + '.' + key); return Reflect.apply(target, self, given) },
          construct(target, given, made) { note('new ' + name + '.' + key); return Reflect.construct(target, given, made) },
        }) })
    }
  }
  const g = globalThis
  for (const name of ['Navigator', 'WorkerNavigator', 'NavigatorUAData', 'Screen', 'ScreenOrientation', 'VisualViewport', 'Permissions', 'PermissionStatus',
    'PluginArray', 'MimeTypeArray', 'NetworkInformation', 'HTMLCanvasElement', 'OffscreenCanvas', 'CanvasRenderingContext2D', 'WebGLRenderingContext',
    'WebGL2RenderingContext', 'MediaDevices', 'SpeechSynthesis', 'FontFaceSet', 'Storage', 'BatteryManager', 'Keyboard', 'UserActivation', 'History'])
    trapAll(g[name]?.prototype, name)
  for (const name of ['AudioContext', 'OfflineAudioContext', 'RTCPeerConnection', 'FontFace']) trapAll(g, 'window', (key) => key === name)
  trapAll(g, 'window', (key) => /^(inner|outer)(Width|Height)$|^screen|^devicePixelRatio$|^matchMedia$|^getComputedStyle$|^localStorage$|^sessionStorage$|^indexedDB$|^scroll[XY]|^page[XY]Offset|^chrome$|^requestAnimationFrame$/.test(key))
  trapAll(g.Performance?.prototype, 'Performance', (key) => /^memory$|^getEntries|^timing$|^navigation$/.test(key))
  trapAll(g.Notification, 'Notification', (key) => key === 'permission')
  trapAll(g.Document?.prototype, 'Document', (key) => /^(cookie|referrer|hasFocus|elementFromPoint|fonts)$/.test(key))
  trapAll(g.Element?.prototype, 'Element', (key) => /^(client|scroll)(Width|Height|Top|Left)$|^get(Bounding)?ClientRect/.test(key))
  trapAll(g.HTMLElement?.prototype, 'HTMLElement', (key) => /^offset/.test(key))
  // What digests of hands, the number of an opened page and programs for the engine are made of.
  trapAll(g.Event?.prototype, 'Event', (key) => key === 'timeStamp')
  for (const name of ['KeyboardEvent', 'InputEvent', 'PointerEvent', 'TouchEvent']) trapAll(g[name]?.prototype, name)
  trapAll(g.MouseEvent?.prototype, 'MouseEvent', (key) => /^(client|screen|page|offset|movement)[XY]$|^buttons?$/.test(key))
  trapAll(g.Crypto?.prototype, 'Crypto')
  trapAll(g.CSS, 'CSS')
  trapAll(g.Date.prototype, 'Date', (key) => /^getTimezoneOffset$|^toLocale|^get(Hours|Date|Day)$/.test(key))
  trapAll(g.Intl, 'Intl')
  for (const name of Object.getOwnPropertyNames(g.Intl)) trapAll(g.Intl[name]?.prototype, 'Intl.' + name)
  trapAll(g.console, 'console')
  const names = Object.getOwnPropertyNames
  Object.getOwnPropertyNames = (object) => {
    if (object === g || object === g.document) note('names of ' + (object === g ? 'window' : 'document'))
    return names(object)
  }
  const listen = EventTarget.prototype.addEventListener
  EventTarget.prototype.addEventListener = function (type, ...rest) {
    if (/^(pointer|mouse|key|touch|wheel|click|dblclick|contextmenu|focus|blur|input|change|before|composition|copy|cut|paste|drag|drop|scroll|resize|select|device|gesture|visibility)/.test(type))
      note('listen ' + type + ' ' + (this?.constructor?.name ?? 'window'))
    return listen.call(this, type, ...rest)
  }
  if (place === 'worker ') return
  const make = Document.prototype.createElement
  Document.prototype.createElement = function (tag, ...rest) {
    if (/^(iframe|canvas|audio|video)$/i.test(tag)) note('make ' + tag)
    return make.call(this, tag, ...rest)
  }
})();`
