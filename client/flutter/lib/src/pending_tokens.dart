import 'dart:async';

import 'app_message.dart';

/// Why there is no token.
class CaptchaException implements Exception {
  const CaptchaException(this.code);

  /// `refused`, `offline`, `script-unreachable`, `page-failed`, `removed`, or another code of the widget.
  final String code;

  @override
  String toString() => 'CaptchaException: $code';
}

/// What the app has asked of the page: kept until the page is there, and answered once.
class PendingTokens {
  PendingTokens(this._run);

  final void Function(String script) _run;
  Completer<String>? _waiting;
  bool _isReady = false;

  /// Calls that come meanwhile share the answer.
  Future<String> ask() {
    final waiting = _waiting;
    if (waiting != null) return waiting.future;
    final asked = _waiting = Completer<String>();
    if (_isReady) _run('bollard.execute()');
    return asked.future;
  }

  void hear(AppMessage message) {
    switch (message.type) {
      case 'ready':
        _isReady = true;
        if (_waiting != null) _run('bollard.execute()');
      case 'executed':
        _taken()?.complete(message.token);
      case 'rejected' || 'unavailable':
        _taken()?.completeError(CaptchaException(message.code));
    }
  }

  /// The page is gone, or never came.
  void end(String code) {
    _isReady = false;
    _taken()?.completeError(CaptchaException(code));
  }

  Completer<String>? _taken() {
    final waiting = _waiting;
    _waiting = null;
    return waiting;
  }
}
