#!/bin/sh
# Builds what is missing, then starts the whole system on this machine and runs a workload through it. Flags: --help.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
jar="$here/quickstart/target/quickstart.jar"
service="$here/ledger-service/target/ledger-service.jar"
stamp="$here/quickstart/target/built"

fail() {
  echo "quickstart.sh: $1" >&2
  exit 1
}

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
command -v "$java" >/dev/null 2>&1 ||
  fail "no Java found. Install a JDK 17 or newer and put its bin folder on PATH, or set JAVA_HOME."
version=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1)
[ "${version:-0}" -ge 17 ] || fail "Java ${version:-of unknown version} found at $java, but a JDK 17 or newer is needed."

# Up to date if no source is newer than the last build, by this script or by another.
up_to_date() {
  set --
  [ -f "$jar" ] && [ -f "$service" ] || return 1
  newest="$jar"
  [ ! "$stamp" -nt "$jar" ] || newest="$stamp"
  for module in schemas quota-store streams-topology gateway-filter ledger-service local-stack quickstart; do
    set -- "$@" "$here/$module/pom.xml" "$here/$module/src/main"
  done
  [ -z "$(find "$here/pom.xml" "$@" -type f -newer "$newest" | head -n 1)" ]
}

if ! (up_to_date); then
  command -v "${java%java}javac" >/dev/null 2>&1 || fail "found a Java runtime, but a JDK is needed to build (no javac beside $java)."
  echo "Building (only when sources have changed; the first time it fetches what it needs from Maven Central)"
  (cd "$here" && ./mvnw -q -DskipTests package -pl quickstart,ledger-service -am)
  touch "$stamp"
fi

terminal=false
[ ! -t 1 ] || terminal=true
exec "$java" -Xmx384m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:MaxDirectMemorySize=128m \
  -Dio.netty.allocator.type=pooled -Dreactor.netty.ioWorkerCount=1 -Dquickstart.terminal=$terminal -jar "$jar" "$@"
