package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

const cookieName = "conclave_ui"

// door admits only the owner's browser: the Host header must be a loopback name, the page must not be foreign, and the
// browser must have followed a signed link, which works once.
func door(secret []byte, port int, pages http.Handler) http.Handler {
	hosts := map[string]bool{fmt.Sprintf("127.0.0.1:%d", port): true, fmt.Sprintf("localhost:%d", port): true}
	cookie := hex.EncodeToString(sign(secret, []byte(cookieName)))
	var used sync.Map
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		if !hosts[r.Host] || origin != "" && origin != "http://"+r.Host {
			http.Error(w, "The Temporal UI accepts requests from its own pages only.", http.StatusForbidden)
			return
		}
		given, err := r.Cookie(cookieName)
		known := err == nil && hmac.Equal([]byte(given.Value), []byte(cookie))
		query := r.URL.Query()
		if token := query.Get("token"); token != "" {
			if isSigned(secret, token) {
				if _, again := used.LoadOrStore(token, true); !again {
					known = true
					http.SetCookie(w, &http.Cookie{
						Name: cookieName, Value: cookie, Path: "/", MaxAge: 90 * 24 * 3600,
						HttpOnly: true, SameSite: http.SameSiteStrictMode,
					})
				}
			}
			if known {
				query.Del("token")
				clean := url.URL{Path: "/" + strings.TrimLeft(r.URL.Path, "/\\"), RawQuery: query.Encode()}
				w.Header().Set("Referrer-Policy", "no-referrer")
				http.Redirect(w, r, clean.String(), http.StatusSeeOther)
				return
			}
		}
		if !known {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.WriteHeader(http.StatusUnauthorized)
			// SameSite=Strict: the browser omits the cookie when it comes from another site, so offer a link on this page.
			fmt.Fprint(w, `<!doctype html><title>Temporal UI</title><p>Open a link that <code>conclave status</code> prints: `+
				`it signs this browser in, once. If you are already signed in: <a href="">open this page</a>.`)
			return
		}
		pages.ServeHTTP(w, r)
	})
}

// isSigned verifies a token: 4 bytes of expiry in seconds, 4 random bytes, and a MAC of 12 bytes, in URL-safe Base64.
func isSigned(secret []byte, token string) bool {
	bytes, err := base64.RawURLEncoding.DecodeString(token)
	return err == nil && len(bytes) == 20 && hmac.Equal(bytes[8:], sign(secret, bytes[:8])[:12]) &&
		time.Now().Unix() < int64(binary.BigEndian.Uint32(bytes))
}

func sign(secret, message []byte) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write(message)
	return mac.Sum(nil)
}
