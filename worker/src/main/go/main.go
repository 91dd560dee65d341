// A private Temporal server: server and UI in one process, on loopback. Every gRPC port requires a client certificate
// of the folder's own CA; the UI requires a cookie that only a signed link sets.
package main

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"io/fs"
	stdlog "log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
	uiconfig "github.com/temporalio/ui-server/v2/server/config"
	"github.com/temporalio/ui-server/v2/server/route"
	"github.com/temporalio/ui-server/v2/ui"
	"go.temporal.io/server/common/cluster"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/dynamicconfig"
	"go.temporal.io/server/common/log"
	"go.temporal.io/server/common/membership/static"
	"go.temporal.io/server/common/persistence/sql/sqlplugin/sqlite"
	"go.temporal.io/server/common/primitives"
	schema "go.temporal.io/server/schema/sqlite"
	"go.temporal.io/server/temporal"
)

//go:embed go.mod go.sum *.go
var sources embed.FS

// The same names as start-dev, so that this server can open its databases.
const store, clusterName, loopback = "sqlite-default", "active", "127.0.0.1"

func main() {
	folder := flag.String("folder", "", "database and keys; created if missing")
	port := flag.Int("port", 7233, "gRPC port")
	uiPort := flag.Int("ui-port", 8233, "UI port")
	codec := flag.String("codec", "", "codec server of the UI")
	namespace := flag.String("namespace", "default", "created if missing")
	version := flag.Bool("version", false, "print the digest of the sources")
	flag.Parse()
	if *version {
		fmt.Println(digest())
		return
	}
	syscall.Umask(0o077)
	stdlog.SetOutput(io.Discard) // the UI server logs every certificate that it reads
	check(os.MkdirAll(*folder, 0o700))
	check(os.Chdir(*folder)) // SQLite parses the database name as a URI, where # and ? end a path
	keys := try(loadKeys("tls"))
	address := fmt.Sprintf("%s:%d", loopback, *port)
	listener := try(net.Listen("tcp", fmt.Sprintf("%s:%d", loopback, *uiPort)))
	ui := &http.Server{Handler: door(keys.secret, *uiPort, pages(keys, address, *codec)), ReadHeaderTimeout: 10 * time.Second}
	go ui.Serve(listener)
	check(serve("temporal.db", keys, address, *port, *namespace))
}

// digest identifies a build: the hash of the files in name order, each preceded by a line with its name.
func digest() string {
	sum := sha256.New()
	for _, entry := range try(sources.ReadDir(".")) {
		fmt.Fprintln(sum, entry.Name())
		sum.Write(try(sources.ReadFile(entry.Name())))
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// serve runs the server until it is interrupted.
func serve(database string, keys keys, address string, port int, namespace string) error {
	sql := &config.SQL{
		PluginName:        sqlite.PluginName,
		DatabaseName:      database,
		ConnectAddr:       "localhost",
		ConnectProtocol:   "tcp",
		ConnectAttributes: map[string]string{"mode": "rwc", "setup": "true"},
	}
	if err := schema.CreateNamespaces(sql, try(schema.NewNamespaceConfig(clusterName, namespace, false, nil))); err != nil {
		return err
	}
	for _, file := range try(filepath.Glob(database + "*")) {
		check(os.Chmod(file, 0o600)) // start-dev creates it world-readable
	}
	hosts := map[primitives.ServiceName]static.Hosts{}
	services := map[string]config.Service{}
	for _, name := range []primitives.ServiceName{
		primitives.FrontendService, primitives.HistoryService, primitives.MatchingService, primitives.WorkerService,
	} {
		if name != primitives.FrontendService {
			port = freePort()
		}
		hosts[name] = static.SingleLocalHost(fmt.Sprintf("%s:%d", loopback, port))
		services[string(name)] = config.Service{RPC: config.RPC{GRPCPort: port, BindOnIP: loopback}} // no HTTP port
	}
	tls := config.GroupTLS{
		Server: config.ServerTLS{
			CertData: text(keys.serverCert), KeyData: text(keys.serverKey),
			ClientCAData: []string{text(keys.ca)}, RequireClientAuth: true,
		},
		Client: config.ClientTLS{RootCAData: []string{text(keys.ca)}, ServerName: loopback},
	}
	server, err := temporal.NewServer(
		temporal.ForServices(temporal.DefaultServices),
		temporal.WithConfig(&config.Config{
			Global: config.Global{
				Membership: config.Membership{BroadcastAddress: loopback},
				TLS:        config.RootTLS{Internode: tls, Frontend: tls},
			},
			Persistence: config.Persistence{
				DefaultStore: store, VisibilityStore: store, NumHistoryShards: 1,
				DataStores: map[string]config.DataStore{store: {SQL: sql}},
			},
			ClusterMetadata: &cluster.Config{
				FailoverVersionIncrement: 10, MasterClusterName: clusterName, CurrentClusterName: clusterName,
				ClusterInformation: map[string]cluster.ClusterInformation{clusterName: {
					Enabled: true, InitialFailoverVersion: 1, RPCAddress: address, ClusterID: primitives.NewUUID().String(),
				}},
			},
			DCRedirectionPolicy: config.DCRedirectionPolicy{Policy: "noop"},
			Services:            services,
			PublicClient:        config.PublicClient{HostPort: address},
		}),
		temporal.WithStaticHosts(hosts), // membership would open ports without TLS
		temporal.WithLogger(log.NewZapLogger(log.BuildZapLogger(log.Config{Stdout: true, Level: "warn", Format: "console"}))),
		// Nexus would need the HTTP port. The other values are those of start-dev: search attributes can be used immediately.
		temporal.WithDynamicConfigClient(dynamicconfig.StaticClient{
			dynamicconfig.HistoryCacheHostLevelMaxSize.Key():                 8096,
			dynamicconfig.FrontendMaxNamespaceVisibilityRPSPerInstance.Key(): 100,
			dynamicconfig.ForceSearchAttributesCacheRefreshOnRead.Key():      true,
			dynamicconfig.EnableNexus.Key():                                  false,
			dynamicconfig.FrontendPersistenceMaxQPS.Key():                    10000,
			dynamicconfig.HistoryPersistenceMaxQPS.Key():                     45000,
		}),
		temporal.InterruptOn(temporal.InterruptCh()),
	)
	if err != nil {
		return err
	}
	return server.Start()
}

// pages returns the Temporal UI, which connects to the server like any other client.
func pages(keys keys, address, codec string) http.Handler {
	provider := try(uiconfig.NewConfigProviderWithRefresh(&uiconfig.Config{
		TemporalGRPCAddress: address,
		TLS: uiconfig.TLS{
			CaData: text(keys.ca), CertData: text(keys.clientCert), KeyData: text(keys.clientKey), EnableHostVerification: true,
		},
		EnableUI: true,
		Codec:    uiconfig.Codec{Endpoint: codec},
	}))
	e := echo.New()
	e.Use(middleware.Recover(), middleware.Gzip(), middleware.Secure())
	check(route.SetAPIRoutes(e, provider, nil))
	check(route.SetUIRoutes(e, "", try(fs.Sub(try(ui.Assets()), "local"))))
	route.SetRenderRoute(e, "")
	return e
}

func freePort() int {
	listener := try(net.Listen("tcp", loopback+":0"))
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}

func text(pem []byte) string { return base64.StdEncoding.EncodeToString(pem) }

func try[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", strings.ReplaceAll(err.Error(), "\n", " "))
		os.Exit(1)
	}
}
