// Package externalserver runs an API server as a process of its own, for tests that were written for one within theirs.
// EXTERNAL_APISERVER is its command, EXTERNAL_APISERVER_LOGS the folder for what it logs.
package externalserver

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"k8s.io/component-base/featuregate"
	"k8s.io/component-base/tracing"
)

const (
	token = "token-of-the-external-server"
	// Starting may take long on a machine that is busy with other tests.
	startDeadline = 2 * time.Minute
	stopDeadline  = 3 * time.Second
)

// Logger is the part of testing.TB that is used here.
type Logger interface {
	Logf(format string, args ...interface{})
}

// Server is a process that answers requests.
type Server struct {
	// ClientConfig is that of a member of system:masters.
	ClientConfig *rest.Config
	Port         int
	Stop         func()
}

// Options say how to start a server.
type Options struct {
	// Name is part of the name of the log file.
	Name string
	// Dir is the folder for certificates and tokens.
	Dir  string
	Args []string
	// SkipHealthz: the server is ready as soon as it answers.
	SkipHealthz bool
}

// Start runs the server of EXTERNAL_APISERVER and waits until it is ready.
func Start(t Logger, options Options) (*Server, error) {
	command := strings.Fields(os.Getenv("EXTERNAL_APISERVER"))
	if len(command) == 0 {
		return nil, fmt.Errorf("EXTERNAL_APISERVER is not set")
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	args, err := withToken(options.Args, options.Dir)
	if err != nil {
		return nil, err
	}
	args = append(args, fmt.Sprintf("--secure-port=%d", port), "--bind-address=127.0.0.1")
	if value(args, "--cert-dir") == "" && value(args, "--tls-cert-file") == "" {
		args = append(args, "--cert-dir="+options.Dir)
	}
	log, err := logFile(options.Name)
	if err != nil {
		return nil, err
	}
	fmt.Fprintln(log, strings.Join(args, "\n"))
	process := exec.Command(command[0], append(command[1:], args...)...)
	process.Stdout, process.Stderr = log, log
	if err := process.Start(); err != nil {
		return nil, err
	}
	ended := make(chan error, 1)
	go func() {
		ended <- process.Wait()
		close(ended)
		log.Close()
	}()
	t.Logf("server with pid %d on port %d, log in %s", process.Process.Pid, port, log.Name())
	stop := func() {
		process.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended:
		case <-time.After(stopDeadline):
			process.Process.Kill()
			<-ended
		}
	}
	config := &rest.Config{
		Host:            fmt.Sprintf("https://127.0.0.1:%d", port),
		BearerToken:     token,
		TLSClientConfig: rest.TLSClientConfig{Insecure: true},
		// As the client of a server in the process: without a limit.
		QPS: -1,
	}
	if err := waitUntilReady(config, options.SkipHealthz, ended); err != nil {
		stop()
		return nil, fmt.Errorf("%w\n%s", err, lastLines(log.Name()))
	}
	config.TLSClientConfig = trusted(args, options.Dir)
	if value(args, "--tracing-config-file") != "" {
		// As the client of a traced server in the process: sends the trace context of the test, and accepts protobuf.
		config.Wrap(tracing.WrapperFor(tracing.NewNoopTracerProvider()))
		config.ContentType = runtime.ContentTypeProtobuf
	}
	return &Server{ClientConfig: config, Port: port, Stop: stop}, nil
}

// trusted verifies the serving certificate by the file that the server has created or was given.
func trusted(args []string, dir string) rest.TLSClientConfig {
	file := value(args, "--tls-cert-file")
	if file == "" {
		if given := value(args, "--cert-dir"); given != "" {
			dir = given
		}
		file = filepath.Join(dir, "apiserver.crt")
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return rest.TLSClientConfig{Insecure: true}
	}
	return rest.TLSClientConfig{CAData: data, CAFile: file}
}

func waitUntilReady(config *rest.Config, skipHealthz bool, ended <-chan error) error {
	transport, err := rest.TransportFor(config)
	if err != nil {
		return err
	}
	client := &http.Client{Transport: transport, Timeout: 10 * time.Second}
	ctx, cancel := context.WithTimeout(context.Background(), startDeadline)
	defer cancel()
	paths := []string{"/healthz", "/api/v1/namespaces/default", "/api/v1/namespaces/kube-system"}
	if skipHealthz {
		paths = []string{"/api/v1/namespaces/default"}
	}
	for len(paths) > 0 {
		select {
		case err := <-ended:
			return fmt.Errorf("the server has ended: %v", err)
		case <-ctx.Done():
			return fmt.Errorf("the server is not ready: %s", paths[0])
		case <-time.After(50 * time.Millisecond):
		}
		response, err := client.Get(config.Host + paths[0])
		if err != nil {
			continue
		}
		response.Body.Close()
		if response.StatusCode == http.StatusOK {
			paths = paths[1:]
		}
	}
	client.CloseIdleConnections()
	return nil
}

// withToken adds the token of the returned client to the token file, or to a copy of the one that a test has given.
func withToken(args []string, dir string) ([]string, error) {
	content := []byte{}
	kept := []string{}
	for i := 0; i < len(args); i++ {
		name, file, joined := strings.Cut(args[i], "=")
		if name != "--token-auth-file" {
			kept = append(kept, args[i])
			continue
		}
		if !joined && i+1 < len(args) {
			i++
			file = args[i]
		}
		if file == "" {
			continue
		}
		given, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		content = append(given, '\n')
	}
	content = append(content, []byte(token+",system:apiserver,external,system:masters\n")...)
	file := filepath.Join(dir, "external-tokens.csv")
	if err := os.WriteFile(file, content, 0600); err != nil {
		return nil, err
	}
	return append(kept, "--token-auth-file="+file), nil
}

func value(args []string, flag string) string {
	for i := len(args) - 1; i >= 0; i-- {
		if name, found, joined := strings.Cut(args[i], "="); name == flag {
			if joined {
				return found
			}
			if i+1 < len(args) {
				return args[i+1]
			}
		}
	}
	return ""
}

// ChangedFlags returns the flags whose values differ from their defaults.
func ChangedFlags(flags *pflag.FlagSet, except ...string) []string {
	args := []string{}
	flags.VisitAll(func(flag *pflag.Flag) {
		for _, name := range except {
			if flag.Name == name {
				return
			}
		}
		if flag.Value.String() == flag.DefValue {
			return
		}
		if slice, ok := flag.Value.(pflag.SliceValue); ok {
			for _, element := range slice.GetSlice() {
				args = append(args, fmt.Sprintf("--%s=%s", flag.Name, element))
			}
			return
		}
		args = append(args, fmt.Sprintf("--%s=%s", flag.Name, flag.Value.String()))
	})
	return args
}

// FeatureFlags returns the flags for the gates and versions that a test has set in its own process.
func FeatureFlags(gate featuregate.MutableVersionedFeatureGate, binary string) []string {
	args := []string{}
	if emulated := gate.EmulationVersion().String(); emulated != binary {
		args = append(args, "--emulated-version=kube="+emulated)
	}
	gates := []string{}
	for name, spec := range gate.GetAll() {
		if name == "AllAlpha" || name == "AllBeta" || spec.LockToDefault {
			continue
		}
		if enabled := gate.Enabled(name); enabled != spec.Default {
			gates = append(gates, fmt.Sprintf("%s=%t", name, enabled))
		}
	}
	sort.Strings(gates)
	if len(gates) > 0 {
		args = append(args, "--feature-gates="+strings.Join(gates, ","))
	}
	return args
}

func freePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port, nil
}

func logFile(name string) (*os.File, error) {
	folder := os.Getenv("EXTERNAL_APISERVER_LOGS")
	if folder == "" {
		folder = os.TempDir()
	}
	return os.CreateTemp(folder, regexp.MustCompile(`[^A-Za-z0-9_]+`).ReplaceAllString(name, "_")+"-*.log")
}

func lastLines(file string) string {
	content, err := os.ReadFile(file)
	if err != nil {
		return err.Error()
	}
	if excess := len(content) - 2000; excess > 0 {
		content = content[excess:]
	}
	return string(content)
}
