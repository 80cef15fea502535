/// Content in Carillon's own format, 44 bytes.
let content = #"{"headline": "Tea", "summary": "With milk."}"#

func ok(_ body: String, fields: String = "") -> [LoopbackServer.Step] {
  [.send("HTTP/1.1 200 OK\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")]
}

func answer(
  _ status: String, fields: String = "", body: String = ""
) -> [LoopbackServer.Step] {
  let length = "Content-Length: \(body.utf8.count)"
  return [.send("HTTP/1.1 \(status)\r\n\(fields)\(length)\r\n\r\n\(body)")]
}

func redirect(_ status: Int, to location: String) -> [LoopbackServer.Step] {
  answer("\(status) Elsewhere", fields: "Location: \(location)\r\n")
}

/// A certificate for localhost; its key is public, and nobody trusts it.
let selfSigned = """
  -----BEGIN CERTIFICATE-----
  MIIBmzCCAUGgAwIBAgIUIQnnLiDsgoj5EZo4I2xXat/IjakwCgYIKoZIzj0EAwIw
  FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTExNDIxOFoYDzIxMjYxMDI4
  MTE0MjE4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
  PQMBBwNCAAQK3DLAqzUTaiPQupxkuPufrPR49qQlFaVWyo2pWs3NjFHxn18X6RFw
  2/iwJr+cdUWhJcI4dtdnjiPHSFTUMSuvo28wbTAdBgNVHQ4EFgQUj6HMPHGA0dR8
  TM+VTbUUzNfkRNswHwYDVR0jBBgwFoAUj6HMPHGA0dR8TM+VTbUUzNfkRNswDwYD
  VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
  zj0EAwIDSAAwRQIhAMK9Km0lELp3pzPXb0f6cv0WJxLwMQUa1FBIAZ+LlvWTAiBt
  GR9ft06C96S8R6dpD8QAZJdjzxj2Fik5+Mw3NQtjVg==
  -----END CERTIFICATE-----
  -----BEGIN PRIVATE KEY-----
  MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg4FU+bPZHFOu/ep98
  wAamyvJ9OA8h6XN5hfgTRsXURpqhRANCAAQK3DLAqzUTaiPQupxkuPufrPR49qQl
  FaVWyo2pWs3NjFHxn18X6RFw2/iwJr+cdUWhJcI4dtdnjiPHSFTUMSuv
  -----END PRIVATE KEY-----
  """
