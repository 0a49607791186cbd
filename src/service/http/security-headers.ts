// The security headers of every answer.
import { secureHeaders } from "hono/secure-headers";

/** Scripts and style sheets only from this service, and the scripts that stand in its document. Monaco writes its lines with style attributes. */
export const securityHeaders = (consoleUrl: string | undefined, scripts: readonly string[] = []) =>
  secureHeaders({
    // A header that an endpoint sets itself stays.
    overwrite: false,
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...scripts],
      styleSrc: ["'self'"],
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", "data:", "blob:"],
      fontSrc: ["'self'", "data:"],
      connectSrc: ["'self'"],
      workerSrc: ["'self'", "blob:"],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
    referrerPolicy: "no-referrer",
    xFrameOptions: "DENY",
    strictTransportSecurity: consoleUrl?.startsWith("https:") ? "max-age=31536000" : false,
    permissionsPolicy: {
      camera: [],
      microphone: [],
      geolocation: [],
      payment: [],
      usb: [],
      displayCapture: [],
    },
  });
