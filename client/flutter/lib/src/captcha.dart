import 'package:flutter/services.dart' show rootBundle;
import 'package:flutter/widgets.dart';
import 'package:url_launcher/url_launcher.dart';
import 'package:webview_flutter/webview_flutter.dart';

import 'app_message.dart';
import 'app_page.dart';
import 'pending_tokens.dart';

/// Asks a [BollardCaptcha] for tokens.
class CaptchaController {
  _CaptchaState? _state;

  /// A token that nobody got before. Send it to your server, which verifies it. Throws [CaptchaException].
  Future<String> execute() {
    final state = _state;
    return state == null ? Future.error(const CaptchaException('removed')) : state._tokens.ask();
  }

  /// Clears token and state.
  void reset() => _state?._web.runJavaScript('bollard.reset()');
}

/// The captcha in a web view.
class BollardCaptcha extends StatefulWidget {
  /// [host] is the origin of your Bollard, such as `https://captcha.example.org`; [baseUrl] the origin that the page
  /// has, such as `https://app.example.org`, a domain of the captcha's environment. Throws [ArgumentError] with the
  /// name of what is wrong.
  BollardCaptcha({
    required this.host,
    required this.siteKey,
    required this.baseUrl,
    required this.controller,
    this.action = '',
    this.language = '',
    this.theme = '',
    super.key,
  }) {
    if (!isOrigin(host)) throw ArgumentError.value(host, 'host', 'host-invalid');
    if (!isOrigin(baseUrl)) throw ArgumentError.value(baseUrl, 'baseUrl', 'base-url-invalid');
    if (siteKey.isEmpty) throw ArgumentError.value(siteKey, 'siteKey', 'site-key-missing');
  }

  final String host;
  final String siteKey;
  final String baseUrl;
  final CaptchaController controller;
  final String action;
  final String language;
  final String theme;

  @override
  State<BollardCaptcha> createState() => _CaptchaState();
}

class _CaptchaState extends State<BollardCaptcha> {
  final _channel = randomChannel();
  late final _tokens = PendingTokens(_web.runJavaScript);
  late final WebViewController _web = WebViewController()
    ..setJavaScriptMode(JavaScriptMode.unrestricted)
    ..setBackgroundColor(const Color(0x00000000))
    ..addJavaScriptChannel('BollardApp', onMessageReceived: (sent) => _hear(sent.message))
    ..setNavigationDelegate(NavigationDelegate(
      onNavigationRequest: _mayLoad,
      onWebResourceError: (error) {
        if (error.isForMainFrame ?? false) _tokens.end('page-failed');
      },
    ));
  double _height = 72;

  @override
  void initState() {
    super.initState();
    widget.controller._state = this;
    _load();
  }

  @override
  void dispose() {
    widget.controller._state = null;
    _tokens.end('removed');
    super.dispose();
  }

  @override
  Widget build(BuildContext context) => SizedBox(height: _height, child: WebViewWidget(controller: _web));

  Future<void> _load() async {
    final template = await rootBundle.loadString('packages/bollard/assets/page.html');
    if (!mounted) return;
    final page = pageOf(template, {
      'host': widget.host,
      'origin': widget.host,
      'siteKey': widget.siteKey,
      'channel': _channel,
      'action': widget.action,
      'language': widget.language,
      'theme': widget.theme,
    });
    await _web.loadHtmlString(page, baseUrl: '${widget.baseUrl}/');
  }

  void _hear(String data) {
    final message = AppMessage.read(data, _channel);
    if (message == null || !mounted) return;
    if (message.type == 'size') setState(() => _height = message.height < 1 ? 1 : message.height);
    _tokens.hear(message);
  }

  /// The page loads no other page; a link, such as to the privacy page, opens in the visitor's browser.
  NavigationDecision _mayLoad(NavigationRequest request) {
    final url = request.url;
    if (!request.isMainFrame) {
      final isOurs = url.startsWith('${widget.host}/') || url == 'about:blank';
      return isOurs ? NavigationDecision.navigate : NavigationDecision.prevent;
    }
    if (url == '${widget.baseUrl}/' || url == 'about:blank' || url.startsWith('data:text/html')) {
      return NavigationDecision.navigate;
    }
    if (url.startsWith('https://')) launchUrl(Uri.parse(url), mode: LaunchMode.externalApplication);
    return NavigationDecision.prevent;
  }
}
