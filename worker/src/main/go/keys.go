package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// keys are in PEM, except for the secret that signs links to the UI.
type keys struct{ ca, serverCert, serverKey, clientCert, clientKey, secret []byte }

// loadKeys reads the keys of a folder, and creates them if they are missing, invalid, or expire within a year.
func loadKeys(folder string) (keys, error) {
	k, err := readKeys(folder)
	// Keep existing keys that cannot be read at the moment.
	if !errors.Is(err, os.ErrNotExist) && !errors.Is(err, os.ErrInvalid) && !errors.Is(err, os.ErrDeadlineExceeded) {
		return k, err
	}
	made := folder + ".new"
	if err := makeKeys(made); err != nil {
		return keys{}, err
	}
	if err := os.RemoveAll(folder); err != nil {
		return keys{}, err
	}
	if err := os.Rename(made, folder); err != nil {
		return keys{}, err
	}
	return readKeys(folder)
}

func readKeys(folder string) (k keys, err error) {
	for name, content := range map[string]*[]byte{
		"ca.pem": &k.ca, "server.pem": &k.serverCert, "server.key": &k.serverKey,
		"client.pem": &k.clientCert, "client.key": &k.clientKey, "ui.key": &k.secret,
	} {
		if *content, err = os.ReadFile(filepath.Join(folder, name)); err != nil {
			return k, err
		}
	}
	block, _ := pem.Decode(k.ca)
	if block == nil {
		return k, os.ErrInvalid
	}
	ca, err := x509.ParseCertificate(block.Bytes)
	if err == nil && time.Now().AddDate(1, 0, 0).After(ca.NotAfter) {
		err = os.ErrDeadlineExceeded
	}
	return k, err
}

// makeKeys writes a CA, a server certificate and a client certificate. The CA's key is not stored, so that no further
// certificate can be issued.
func makeKeys(folder string) error {
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	caKey := try(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	ca := certificate("Conclave CA of " + filepath.Dir(folder))
	ca.IsCA, ca.KeyUsage = true, x509.KeyUsageCertSign
	write := func(name, kind string, content []byte) {
		check(os.WriteFile(filepath.Join(folder, name), pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content}), 0o600))
	}
	write("ca.pem", "CERTIFICATE", try(x509.CreateCertificate(rand.Reader, ca, ca, caKey.Public(), caKey)))
	for _, name := range []string{"server", "client"} {
		key := try(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
		leaf := certificate(name)
		leaf.KeyUsage, leaf.ExtKeyUsage = x509.KeyUsageDigitalSignature, []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
		if name == "server" { // its services are also clients of each other
			leaf.ExtKeyUsage = append(leaf.ExtKeyUsage, x509.ExtKeyUsageServerAuth)
			leaf.DNSNames, leaf.IPAddresses = []string{"localhost"}, []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback}
		}
		write(name+".pem", "CERTIFICATE", try(x509.CreateCertificate(rand.Reader, leaf, ca, key.Public(), caKey)))
		write(name+".key", "PRIVATE KEY", try(x509.MarshalPKCS8PrivateKey(key)))
	}
	secret := make([]byte, 32)
	rand.Read(secret)
	return os.WriteFile(filepath.Join(folder, "ui.key"), secret, 0o600)
}

// certificate returns a template that is valid for ten years, and from a past date in case the clock is set back.
func certificate(name string) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber:          try(rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))),
		Subject:               pkix.Name{CommonName: name},
		NotBefore:             time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC),
		NotAfter:              time.Now().AddDate(10, 0, 0),
		BasicConstraintsValid: true,
	}
}
